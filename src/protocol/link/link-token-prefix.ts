/**
 * The prefix of link tokens. A separate file, since Link's frame needs no other part of the table.
 */
export const LINK_TOKEN_PREFIX = "link-";
