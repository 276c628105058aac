/**
 * The root folder of the program, two levels above its sources or above the built `dist/server`.
 */
export const PROJECT = new URL("../../", import.meta.url);
