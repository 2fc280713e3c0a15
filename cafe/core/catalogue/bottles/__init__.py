"""Bottles with excise marks: scanned, opened, and counted down as drinks are poured."""
