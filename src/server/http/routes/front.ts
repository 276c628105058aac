import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Brand, formatCommand } from "../../../protocol/brand/brand.ts";
import type { Environment } from "../../../protocol/vocabulary.ts";
import { NEWEST_VERSION } from "../../versions/index.ts";
import { contentSecurityPolicy, hashSource } from "../content-security-policy.ts";
import { escapeHtml } from "../html.ts";
import { ownOrigin } from "../own-origin.ts";
import { JSON_TYPE } from "../payloads.ts";
import { PAGE_STYLE, pageHead } from "../plain-page.ts";

/** The apps that run next to the server. */
export type CompanionApps = { demoOrigin: string | null };

type Options = {
  environment: Environment;
  brand: Brand;
  isSecure: boolean;
  companionApps: CompanionApps | undefined;
};

/**
 * Serves the front page, which describes the server and links to its parts; as JSON to other
 * clients than browsers.
 */
export const frontRoutes = (
  app: FastifyInstance,
  { environment, brand, isSecure, companionApps }: Options,
): void => {
  app.get("/", (request, reply) => {
    reply.header("vary", "accept");
    const origin = ownOrigin(request.headers.host ?? "", isSecure);
    if (!asksForPage(request))
      return reply
        .header("content-type", JSON_TYPE)
        .header("cache-control", "no-store")
        .send(`${JSON.stringify(placesOf(brand, environment, origin), null, 2)}\n`);
    return reply
      .header("content-type", "text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header("content-security-policy", POLICY)
      .header("cross-origin-opener-policy", "same-origin")
      .send(html(brand, environment, origin, companionApps?.demoOrigin ?? null));
  });
};

const STYLE = `${PAGE_STYLE}
main{max-width:48rem;margin:0 auto;padding:clamp(2rem,8vw,4rem) 1rem 4rem}
h1{margin:0 0 .75rem;max-width:28rem}
.lead{font-size:var(--text-head);color:var(--muted);margin:0 0 1.25rem;max-width:36rem;text-wrap:pretty}
.facts{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;margin:0 0 2.5rem;padding:0;font-size:var(--text-label)}
.facts li{border:1px solid var(--line);border-radius:var(--radius-pill);padding:.1rem .75rem;background:var(--paper)}
nav ul{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr));gap:.75rem;list-style:none;margin:0;padding:0}
nav li:last-child:nth-child(odd){grid-column:1/-1}
nav a{display:block;height:100%;padding:1rem 1.125rem;border:1px solid var(--line);border-radius:var(--radius-card);background:var(--paper);color:inherit;text-decoration:none}
nav a:hover{border-color:var(--accent)}
nav strong{color:var(--accent)}
nav span{display:block;color:var(--muted);font-size:var(--text-dense);line-height:1.45}
h2{font-size:var(--text-head);margin:2.5rem 0 .5rem}
main>p{margin:0 0 .75rem;text-wrap:pretty}
pre{margin:0;padding:1rem 1.125rem;overflow-x:auto;border:1px solid var(--line);border-radius:var(--radius-field);background:var(--paper);font:var(--text-label)/1.6 ui-monospace,monospace}
code{font-family:ui-monospace,monospace;font-size:var(--text-code)}`;

/** Responds to a browser's request for an unknown path with a page that leads to known ones. */
export const sendNotFoundPage = (reply: FastifyReply, brand: Brand): void => {
  const { title } = brand;
  reply
    .status(404)
    .header("vary", "accept")
    .header("content-type", "text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-security-policy", POLICY)
    .send(
      [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        `<title>There is no such page · ${title}</title><style>${STYLE}</style>`,
        pageHead(brand),
        "<main><h1>There is no such page</h1>",
        `<p class="lead">The address may be mistyped, or the page has moved. These pages of ${title} are here:</p>`,
        `<nav aria-label="Contents"><ul>${PLACES.map(place).join("")}</ul></nav></main></html>`,
      ].join(""),
    );
};

/** Whether a request asks for a page, as a browser does for a typed address. */
export const asksForPage = ({ method, headers }: FastifyRequest): boolean =>
  method === "GET" && String(headers.accept ?? "").includes("text/html");

const POLICY = contentSecurityPolicy({ style: [hashSource(STYLE)], img: ["'self'"] });

type Place = readonly [address: string, name: string, what: string];

const DEMO = ["Demo shop", "An application that uses all of it, with fictional banks."] as const;
const PLACES: readonly Place[] = [
  ["/docs/index", "Guides", "Link, the API, webhooks, tests and operation, page by page."],
  ["/docs", "API reference", "Every endpoint, with its fields, its errors and examples."],
  [
    "/dashboard",
    "Dashboard",
    "For developers and the operator: keys, settings, and what happens in Link and the API.",
  ],
  [
    "/account",
    "Your connections",
    "For account holders: see who reads your accounts, and stop it.",
  ],
  ["/openapi.json", "OpenAPI", "The same reference for machines, to generate a client from."],
];

/** The links of the front page as JSON, for programs. */
const placesOf = ({ title }: Brand, environment: Environment, origin: string) => ({
  name: title,
  environment,
  version: NEWEST_VERSION,
  ...Object.fromEntries(
    PLACES.map(([path, name]) => [name.toLowerCase().replaceAll(" ", "_"), `${origin}${path}`]),
  ),
});

const place = ([address, name, what]: Place): string =>
  `<li><a href="${escapeHtml(address)}"><strong>${name}</strong> <span>${what}</span></a></li>`;

/** The example call has no keys, since the page is public. */
const firstCall = (origin: string): string =>
  `curl ${origin}/institutions/get_by_id \\
  -H 'content-type: application/json' \\
  -d '{"client_id": "…", "secret": "…",
       "institution_id": "ins_109508", "country_codes": ["US"]}'`;

const html = (
  brand: Brand,
  environment: Environment,
  origin: string,
  demoOrigin: string | null,
): string =>
  [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta property="og:title" content="${brand.title}">`,
    `<meta property="og:image" content="${escapeHtml(origin)}/share.png">`,
    `<title>${brand.title}</title><style>${STYLE}</style>`,
    pageHead(brand),
    "<main><h1>Open, self-hosted account linking</h1>",
    '<p class="lead">The window in which people connect their bank accounts to an application, ',
    "and the API by which that application reads them.</p>",
    `<ul class="facts"><li>Environment: ${environment}</li><li>API version: ${NEWEST_VERSION}</li></ul>`,
    '<nav aria-label="Contents"><ul>',
    ...(demoOrigin === null ? PLACES : [[demoOrigin, ...DEMO] as const, ...PLACES]).map(place),
    "</ul></nav><h2>The first call</h2>",
    `<p>With the keys that the server printed when it started; the command <code>${formatCommand(brand, "keys")}</code> prints them again:</p>`,
    `<pre tabindex="0">${escapeHtml(firstCall(origin))}</pre>`,
    "</main></html>",
  ].join("");
