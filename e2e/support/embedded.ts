import type { FrameLocator, Page } from "@playwright/test";
import { showPage } from "./bare-page.ts";
import { linkIn } from "./link.ts";
import type { Running } from "./server.ts";

type EmbeddedOptions = {
  /** Replaces or adds fields of the configuration; null removes a field. */
  config?: Record<string, unknown>;
  /** Styles of the page. */
  css?: string;
  /** The page's markup around the element `#bank`. */
  body?: string;
  /** The address of the script tag; default: the server's current script. */
  script?: string;
  /** Attributes of the script tag. */
  attributes?: string;
};

const BODY =
  '<main><h1>Corner Shop</h1><p><button>Before</button></p><div id="bank"></div><p><button>After</button></p></main>';

/**
 * Shows a page on another site than Link, with the embedded search in its element `#bank`. Its
 * content security policy allows only Link's origin, and requires trusted types.
 */
export const showEmbedded = async (
  page: Page,
  server: Running,
  { config = {}, css = "", body = BODY, script, attributes = "" }: EmbeddedOptions = {},
): Promise<FrameLocator> => {
  const all = {
    clientName: "Corner Shop",
    product: ["auth", "transactions"],
    key: server.publicKey,
    env: "sandbox",
    ...config,
  };
  const given = Object.entries(all).filter(([, value]) => value !== null);
  const data = JSON.stringify(Object.fromEntries(given)).replaceAll("<", "\\u003c");
  await showPage(page, {
    html: `<html lang="en"><head><title>Corner Shop</title><meta name="viewport" content="width=device-width,initial-scale=1"><style>body{margin:16px;font-family:sans-serif}${css}</style></head><body>${body}<script type="application/json" id="config">${data}</script><script src="${server.api}${script ?? "/link.js"}" ${attributes}></script><script src="/page.js"></script></body></html>`,
    headers: {
      "content-security-policy": `default-src 'none'; script-src 'self' ${server.api}; style-src 'unsafe-inline'; frame-src ${server.api}; require-trusted-types-for 'script'; trusted-types 'none'`,
    },
    files: { "/page.js": PAGE_SCRIPT },
  });
  return linkIn(page);
};

const PAGE_SCRIPT = `"use strict";
window.called = [];
const record = (name) => (...given) => void window.called.push([name, ...JSON.parse(JSON.stringify(given))]);
window.record = record;
const config = JSON.parse(document.getElementById("config").textContent);
for (const name of ["onSuccess", "onExit", "onEvent", "onLoad"]) config[name] = record(name);
window.config = config;
if (document.getElementById("bank")) window.handler = Service.createEmbedded(config, document.getElementById("bank"));
`;
