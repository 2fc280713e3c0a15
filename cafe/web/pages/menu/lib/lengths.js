/** How long a guest's texts may be, in characters: the server's own numbers, which a test compares. */

/** A field of the order form. */
export const LINE = 200;
/** The comment of an order. */
export const COMMENT = 1000;
/** A dish's note for the kitchen. */
export const NOTE = 200;
