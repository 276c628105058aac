import type { FastifyInstance } from "fastify";
import { LEGAL_TEXTS, type LegalText, type LegalTexts } from "../../../i18n/legal.ts";
import type { Brand } from "../../../protocol/brand/brand.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../../protocol/vocabulary.ts";
import { contentSecurityPolicy, hashSource } from "../content-security-policy.ts";
import { PAGE_STYLE, pageHead } from "../plain-page.ts";

type Page = keyof LegalTexts;

const PAGES: readonly Page[] = ["terms", "privacy"];

/** The address of our own terms or privacy page in a language. */
export const legalPage = (page: Page, language: Language): string =>
  `/legal/${page}${language === DEFAULT_LANGUAGE ? "" : `?language=${language}`}`;

/** Serves our own terms and privacy pages, for operators without pages of their own. */
export const legalRoutes = (app: FastifyInstance, brand: Brand): void => {
  for (const page of PAGES)
    app.get(`/legal/${page}`, (request, reply) => {
      const parameter = (request.query as Record<string, unknown>).language;
      const language = LANGUAGES.find((language) => language === parameter) ?? DEFAULT_LANGUAGE;
      return reply
        .header("content-type", "text/html; charset=utf-8")
        .header("cache-control", "public, max-age=300")
        .header("content-security-policy", POLICY)
        .send(html(brand, language, LEGAL_TEXTS[language][page]));
    });
};

const STYLE = `${PAGE_STYLE}
main{max-width:46rem;margin:0 auto;padding:2.5rem 1rem 4rem}
h1{margin-bottom:1.5rem}
h2{margin:2rem 0 .25rem;font-size:var(--text-body)}
main p{max-width:38rem;text-wrap:pretty}`;
const POLICY = contentSecurityPolicy({ style: [hashSource(STYLE)], img: ["'self'"] });

const html = (brand: Brand, language: Language, { title, parts }: LegalText): string =>
  [
    `<!doctype html><html lang="${language}"><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title}</title><style>${STYLE}</style>${pageHead(brand)}<main><h1>${title}</h1>`,
    ...parts.map(([heading, text]) => `<h2>${heading}</h2><p>${text}</p>`),
    "</main></html>",
  ].join("");
