/**
 * Marks the target of an unfinished copy; the value is a digest that identifies the source. A server does not
 * open such a database, since it has only part of a store.
 */
export const PARTIAL_COPY_SETTING = "partial_copy_of";
