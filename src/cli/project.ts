/** The folder that the program is in: its sources, or once it is built `dist/server`, are two below. */
export const PROJECT = new URL("../../", import.meta.url);
