/**
 * Fits a file of 7 MB in a JSON text, in which each of its quotes and line ends takes two characters; 12,000 institutions
 * with all columns take half of that.
 */
const MAX_IMPORT_BYTES = 12 * 1024 * 1024;

/** The calls with larger bodies than others, and the maximum in bytes. Their routes exist before the calls are loaded. */
export const LARGE_BODIES: Readonly<Record<`/dashboard/api/${string}`, number>> = {
  "/dashboard/api/institutions/import": MAX_IMPORT_BYTES,
  "/dashboard/api/institutions/import/preview": MAX_IMPORT_BYTES,
};
