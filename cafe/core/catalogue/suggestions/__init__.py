"""What guests are offered before they look for anything: their usual dishes, and what others order."""
