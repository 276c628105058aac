/** Fills the package with the client of the API. */
export const fillNodePackage: (folder: string) => Promise<void>;
