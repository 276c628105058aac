/// <reference types="vite/client" />
import { byLanguage } from "./by-language.ts";
import type { trust } from "./en/trust.ts";

/** Facts for the user before they choose an institution. */
export type TrustWords = typeof trust;

/** These texts, by language. */
export const TRUST_WORDS = byLanguage(
  import.meta.glob<TrustWords>("./*/trust.ts", { eager: true, import: "trust" }),
);
