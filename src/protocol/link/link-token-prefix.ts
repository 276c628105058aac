/**
 * The prefix of link tokens; in a file of its own, since Link's frame needs nothing else of the
 * table.
 */
export const LINK_TOKEN_PREFIX = "link-";
