"""The folder of the nightly backups."""
