/** Fails before the first journey if there is no Chromium. */
export { requireChromium as default } from "../../e2e/support/chromium.ts";
