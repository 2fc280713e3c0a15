# Stock at the owner's desk: what is wrong with a field.

stock-nothing = Give the amount of at least one ingredient.
stock-many = Too many lines: at most { $most } at a time.
stock-unknown = There is no such ingredient any more.
stock-twice = This ingredient is already listed above.
stock-amount = A whole number is needed, at least { $least }.
stock-reason = Write the reason, so that it is clear a month from now too.
stock-note-long = Too much text: at most { $most } characters.
stock-paid = Paid: hryvnias from 0 to { $most }, with two digits after the point at most, and only for a delivery.
stock-not-undone = This can no longer be taken back: somebody has done so, or it was a different move.

# Excise marks.
mark-invalid = This is no excise mark. On paper it is four letters and six digits; an electronic one has at least 12 characters.
mark-used = This mark was scanned already, for another bottle or order.
mark-no-ingredient = There is no such ingredient with an excise mark.
mark-not-needed = This order needs no such mark.
mark-no-bottle = This bottle is not open any more.
mark-missing-bottle = { $name }: open bottles hold { $remaining } { $unit }, { $needed } needed.
mark-missing-piece = { $name }: { $pieces ->
    [one] { $pieces } bottle is not scanned
   *[other] { $pieces } bottles are not scanned
}.
mark-scan = Scan the mark at the kitchen screen or at the desk.
receipt-lacks-marks = excise marks are missing
