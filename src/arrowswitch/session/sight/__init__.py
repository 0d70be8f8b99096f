"""What is shown to whom: the device of a table, the director during play, and the desk before results are posted."""
