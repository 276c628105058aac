/**
 * Characters that a terminal or a page interprets instead of showing: control characters (PostgreSQL refuses
 * NUL), line ends, lone surrogates, and marks that change the direction of text.
 */
const UNSHOWN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Returns whether a name can be shown unchanged wherever the operator reads it. */
export const isPlainName = (name: string): boolean => !UNSHOWN.test(name);

/** The refusal of a name that is not plain. */
export const PLAIN_NAME_RULE = "must have no control characters or ends of lines";
