"""The pages that printers print, a module for each kind."""

from cafe.printing.pages.bill import draw_bill
from cafe.printing.pages.changes import draw_cancelled, draw_changes
from cafe.printing.pages.day import draw_day
from cafe.printing.pages.receipt import draw_receipt
from cafe.printing.pages.ticket import draw_ticket
from cafe.printing.pages.trial import draw_test

__all__ = ["draw_bill", "draw_cancelled", "draw_changes", "draw_day", "draw_receipt", "draw_test", "draw_ticket"]
