/** What the lazy views say in the language that no chunk brings along. */
export { lazyWords } from "./en/lazy-words.ts";
