import type { FastifyRequest } from "fastify";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../protocol/vocabulary.ts";

export type Encoding = "br" | "gzip" | "identity";

/** The best encoding that an `Accept-Encoding` header allows; of equals the smaller one. */
export const chooseEncoding = (header: string): Encoding => {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    if (name !== "") weights.set(name, weightOf(parameters));
  }
  const weight = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const [br, gzip] = [weight("br"), weight("gzip")];
  const identity = weights.get("identity") ?? 0;
  // The identity encoding wins only by its own weight; otherwise it is the fallback.
  if (identity > Math.max(br, gzip)) return "identity";
  if (br > 0 && br >= gzip) return "br";
  return gzip > 0 ? "gzip" : "identity";
};

/** The encoding for the response to a request. */
export const pickEncoding = ({ headers }: FastifyRequest): Encoding =>
  chooseEncoding(String(headers["accept-encoding"] ?? ""));

/** A weight from 0 to 1; an invalid weight means not acceptable. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((text) => text.startsWith("q="));
  if (weight === undefined) return 1;
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 0;
}

/** The browser's language, if supported. */
export const pickLanguage = ({ headers }: FastifyRequest): Language =>
  LANGUAGES.find((language) => headers["accept-language"]?.startsWith(language)) ??
  DEFAULT_LANGUAGE;
