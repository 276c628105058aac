import type { FastifyInstance } from "fastify";
import { LEGAL_TEXTS, type LegalText, type LegalTexts } from "../../../i18n/legal.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../../protocol/vocabulary.ts";
import { contentSecurityPolicy, hashSource } from "../content-security-policy.ts";

type Page = keyof LegalTexts;

const PAGES: readonly Page[] = ["terms", "privacy"];

/** The address of our own terms or privacy page in a language. */
export const legalPage = (page: Page, language: Language): string =>
  `/legal/${page}${language === DEFAULT_LANGUAGE ? "" : `?language=${language}`}`;

/** Serves our own terms and privacy pages, for operators that have set no pages of their own. */
export const legalRoutes = (app: FastifyInstance): void => {
  for (const page of PAGES)
    app.get(`/legal/${page}`, (request, reply) => {
      const parameter = (request.query as Record<string, unknown>).language;
      const language = LANGUAGES.find((language) => language === parameter) ?? DEFAULT_LANGUAGE;
      return reply
        .header("content-type", "text/html; charset=utf-8")
        .header("cache-control", "public, max-age=300")
        .header("content-security-policy", POLICY)
        .send(html(language, LEGAL_TEXTS[language][page]));
    });
};

const STYLE = `:root{color-scheme:light dark}
body{max-width:38rem;margin:0 auto;padding:3rem 1.25rem 4rem;font:1rem/1.6 system-ui,sans-serif;color:#1c2430;background:#fff}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 1.5rem;text-wrap:balance}
h2{font-size:1.05rem;margin:2rem 0 .25rem}
p{margin:0;text-wrap:pretty}
@media (prefers-color-scheme:dark){body{color:#e6e9ee;background:#14181f}}`;
const POLICY = contentSecurityPolicy({ style: [hashSource(STYLE)] });

const html = (language: Language, { title, parts }: LegalText): string =>
  [
    `<!doctype html><html lang="${language}"><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title}</title><style>${STYLE}</style><main><h1>${title}</h1>`,
    ...parts.map(([heading, text]) => `<h2>${heading}</h2><p>${text}</p>`),
    "</main></html>",
  ].join("");
