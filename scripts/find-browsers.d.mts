export const findChromium: () => string | undefined;
export const findHeadlessShell: () => string | undefined;
export const hasWebkitGtk: () => boolean;
export const PYTHON: string;
export const WEBKITGTK_PACKAGES: readonly string[];
