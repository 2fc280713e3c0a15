"""The banks' own lists of payments, compared with ours."""
