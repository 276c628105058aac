const UNITS = ["KB", "MB", "GB", "TB"] as const;

/** Formats a number of bytes for display, such as `12.3 MB`. */
export const readableSize = (bytes: number): string => {
  let size = bytes / 1000;
  let unit = 0;
  for (; size >= 1000 && unit < UNITS.length - 1; unit++) size /= 1000;
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`;
};
