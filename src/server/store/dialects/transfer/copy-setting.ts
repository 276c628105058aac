/**
 * Marks the target of an unfinished copy; the value is the digest of the source's identity. A
 * server refuses such a database, which has only part of a store.
 */
export const PARTIAL_COPY_SETTING = "partial_copy_of";
