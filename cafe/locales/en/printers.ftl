# Printers: messages to the staff, and refusals.

staff-printer-stuck =
    🔴 The printer “{ $printer }” does not print: { $reason }.
    { $numbers ->
        [none] Pages not printed: { $count }.
       *[other] Pages not printed: { $count }. Orders: { $numbers }.
    }
staff-pages-dropped =
    🧾 The printer “{ $printer }” never printed { $numbers }. { $why ->
        [defect] The page could not be drawn: look at the order on the screen.
       *[finished] These orders are finished, so they need no paper.
    }
printer-why-paper = no paper
printer-why-cover = its cover is open
printer-why-cutter = its cutter is stuck
printer-why-jam = the paper is jammed
printer-why-off = it is off, or not in the network
printer-why-format = it does not take such pages
printer-why-other = it reports a fault
printer-why-unseen = nothing is heard of it
printer-why-unknown = nobody knows why
printer-move = 🖨 Print at “{ $other }”
printer-moved = 🖨 { $actor }: pages of “{ $printer }” that “{ $other }” prints: { $count }.
printer-nothing-to-move = 🖨 Nothing waits for “{ $printer }” any more.

printer-name-taken = There is a printer of this name
printer-address-invalid = Write it as 192.168.1.50, usb:/dev/usb/lp0 or queue:Name
