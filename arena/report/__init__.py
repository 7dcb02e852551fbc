"""What people see of results: tables in the formats that they and their scripts read."""
