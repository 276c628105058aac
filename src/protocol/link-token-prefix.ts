/** What link tokens begin with; in a file of its own, since Link's frame needs no more of the table. */
export const LINK_TOKEN_PREFIX = "link-";
