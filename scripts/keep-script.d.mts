/** Copies the built script of a version into the folder of kept scripts. */
export const keepScript: (version: string, built: string, kept: string) => void;
