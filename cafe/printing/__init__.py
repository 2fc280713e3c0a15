"""What thermal printers print, as pictures: values of the core in, pixels or a printer's commands out.

Everything here is a pure function of its arguments, so it may run in any thread.
"""
