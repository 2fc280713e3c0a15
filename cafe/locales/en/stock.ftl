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
