import type { FastifyRequest } from "fastify";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../protocol/vocabulary.ts";

/** The language of the browser, if we speak it. */
export const languageOf = ({ headers }: FastifyRequest): Language =>
  LANGUAGES.find((one) => headers["accept-language"]?.startsWith(one)) ?? DEFAULT_LANGUAGE;
