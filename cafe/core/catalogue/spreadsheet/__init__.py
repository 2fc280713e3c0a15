"""Dishes as a spreadsheet: reading XLSX and CSV, guessing columns, and what the rows change."""
