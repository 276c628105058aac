/**
 * Characters that a terminal or a page obeys rather than shows: control characters (PostgreSQL refuses NUL), ends of
 * lines, lone surrogates, and marks that turn the direction of writing.
 */
const UNSHOWN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a name can be shown as it is, wherever the operator reads it. */
export const isPlainName = (name: string): boolean => !UNSHOWN.test(name);

/** The refusal of a name that is not plain. */
export const PLAIN_NAME_RULE = "must have no control characters or ends of lines";
