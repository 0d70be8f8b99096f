"""Files that come into the club and go out of it: sessions brought in whole, and sessions as records with the register's names."""
