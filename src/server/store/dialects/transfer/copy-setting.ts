/**
 * The setting of a database that another one is being copied to; its value is a digest of what says which
 * one. A server does not open it: it has a part of a store only.
 */
export const PARTIAL_COPY_SETTING = "partial_copy_of";
