import { PAGE_GLOBALS } from "./page-globals.ts";

/** Words of ASCII letters and digits, the first with a capital: joined they are an identifier. */
const NAME = /^(?=.{1,40}$)[A-Z][A-Za-z0-9]*(?: [A-Za-z0-9]+)*$/;

/** The rule for a brand's name, which the global, headers and the scheme are named after. */
export const BRAND_RULE =
  "must be up to 40 ASCII letters, digits and single spaces, beginning with a capital letter, and not a name that every page or JavaScript has, such as Document";

/** Whether a name is valid for a brand. */
export const isBrandName = (name: string): boolean =>
  NAME.test(name) && !isTaken(name.replaceAll(" ", ""));

const isTaken = (identifier: string): boolean =>
  identifier in globalThis || PAGE_GLOBALS.has(identifier);
