/**
 * Fits a 7 MB file in JSON, where quotes and line ends take two characters; 12,000 complete
 * institutions take half of that.
 */
const MAX_IMPORT_BYTES = 12 * 1024 * 1024;

/**
 * The calls with larger bodies, and their maximum in bytes. Routes exist before the calls are
 * loaded.
 */
export const LARGE_BODIES: Readonly<Record<`/dashboard/api/${string}`, number>> = {
  "/dashboard/api/institutions/import": MAX_IMPORT_BYTES,
  "/dashboard/api/institutions/import/preview": MAX_IMPORT_BYTES,
};
