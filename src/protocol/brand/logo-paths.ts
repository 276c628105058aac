import type { LogoShape } from "../vocabulary.ts";

/** The outline of each logo shape on a square of 40 by 40, as an SVG path; overlaps are holes. */
export const LOGO_PATHS: { readonly [M in LogoShape]: string } = {
  arch: "M10 30V20a10 10 0 0 1 20 0v10h-5V20a5 5 0 0 0-10 0v10z",
  bloom:
    "M20 15a5 5 0 1 1 5 5 5 5 0 1 1-5 5 5 5 0 1 1-5-5 5 5 0 1 1 5-5zm0 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  crest: "M11 10h18v9c0 6-4 9.5-9 12-5-2.5-9-6-9-12zm9 5-4 4v5l4-4 4 4v-5z",
  drop: "M20 8c5 5.5 8.5 9.5 8.5 14.5a8.5 8.5 0 0 1-17 0C11.5 17.5 15 13.5 20 8zm-5 14a5 5 0 0 0 5 5v-3a2 2 0 0 1-2-2z",
  hill: "M8 29l8.5-14 5 8 3-4.5L31 29zM26 10a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  knot: "M13 10h9a3 3 0 0 1 3 3v9a3 3 0 0 1-3 3h-9a3 3 0 0 1-3-3v-9a3 3 0 0 1 3-3zm5 5h9a3 3 0 0 1 3 3v9a3 3 0 0 1-3 3h-9a3 3 0 0 1-3-3v-9a3 3 0 0 1 3-3z",
  leaf: "M10 30V21a11 11 0 0 1 11-11h9v9a11 11 0 0 1-11 11h-5l9-9-2-2z",
  sheet: "M12 9h10l6 6v16H12zm9 2v5h5zm-5 9v2h8v-2zm0 4v2h8v-2z",
  slip: "M8 12h24v16H8zm3 4v2h10v-2zm0 6v2h5v-2zm8 0v2h5v-2z",
  tide: "M9 14c3.7-4 7.3-4 11 0s7.3 4 11 0v4c-3.7 4-7.3 4-11 0s-7.3-4-11 0zm0 8c3.7-4 7.3-4 11 0s7.3 4 11 0v4c-3.7 4-7.3 4-11 0s-7.3-4-11 0z",
};

/** The square behind a logo shape: its side, and its corner radius. */
export const LOGO_SQUARE = { side: 40, corner: 12 };
