/** Ends the run before its first journey where there is no Chromium. */
export { requireChromium as default } from "../../e2e/support/chromium.ts";
