/** What the later views say in the language that no chunk brings along. */
export { later } from "./en/later.ts";
