"""Files of results, as scoring programs and federations exchange them."""
