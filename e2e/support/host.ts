import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Running } from "./server.ts";

/** A customer's page: a button, a script tag, and a record of callbacks. */
export type HostPage = {
  /**
   * The page's address under a host name. By default, the page is on another site than Link's
   * `localhost`.
   */
  url(options?: HostOptions): string;
  close(): Promise<void>;
};

type HostOptions = {
  hostname?: string;
  /** Replaces or adds fields of the configuration; `undefined` removes nothing, null does. */
  config?: Record<string, unknown>;
  /** The origin of Link, if not the server's. */
  link?: string;
  /** Headers that extend or replace the page's headers. */
  headers?: Record<string, string>;
  /** A style in addition to the page's own. */
  css?: string;
  /** A script that the page runs first. */
  script?: string;
};

/** Serves the host page, under a content security policy that allows Link's origin only. */
export const startHost = async (server: Running): Promise<HostPage> => {
  const http = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://host");
    const link = searchParams.get("link") ?? server.api;
    const own = `http://${request.headers.host}`;
    response.setHeader(
      "content-security-policy",
      `default-src 'none'; script-src ${own}/first.js ${own}/host.js ${server.api}; style-src ${own}; ` +
        `frame-src ${link}; require-trusted-types-for 'script'; trusted-types 'none'`,
    );
    for (const [name, value] of Object.entries(JSON.parse(searchParams.get("headers") ?? "{}")))
      response.setHeader(name, String(value));
    if (pathname === "/host.js") return void response.end(HOST_SCRIPT);
    if (pathname === "/first.js") return void response.end(searchParams.get("script"));
    if (pathname === "/host.css") {
      response.setHeader("content-type", "text/css");
      return void response.end(HOST_STYLE + (searchParams.get("css") ?? ""));
    }
    const config = {
      clientName: "Corner Shop",
      product: ["auth", "transactions"],
      key: server.publicKey,
      env: "sandbox",
      ...JSON.parse(searchParams.get("config") ?? "{}"),
      ...(searchParams.has("link") && { origin: link }),
    };
    response.setHeader("content-type", "text/html; charset=utf-8");
    const data = JSON.stringify(config).replaceAll("<", "\\u003c");
    response.end(PAGE(data, `${server.api}/link.js`, searchParams));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: ({ hostname = "127.0.0.1", config = {}, link, headers, css, script } = {}) => {
      const query = new URLSearchParams({ config: JSON.stringify(config) });
      if (headers) query.set("headers", JSON.stringify(headers));
      for (const [name, value] of Object.entries({ link, css, script }))
        if (value) query.set(name, value);
      return `http://${hostname}:${port}/?${query}`;
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
};

const HOST_STYLE = "body{margin:0;min-height:300vh;font-family:sans-serif}";

const PAGE = (config: string, script: string, query: URLSearchParams) => `<!doctype html>
<html lang="en">
<title>Corner Shop</title>
<link rel="stylesheet" href="/host.css?${queryOf(query, "css")}">
<script src="/first.js?${queryOf(query, "script")}"></script>
<script type="application/json" id="config">${config}</script>
<script src="${script}"></script>
<script src="/host.js" defer></script>
<main>
<h1>Corner Shop</h1>
<button id="connect">Connect</button>
<button id="other">Another button</button>
</main>`;

/** A parameter of the page that is passed to one of the page's files. */
const queryOf = (query: URLSearchParams, name: string) =>
  new URLSearchParams({ [name]: query.get(name) ?? "" });

const HOST_SCRIPT = `
"use strict";
window.called = [];
const record = (name) => (...given) => { window.called.push([name, ...Object.values(JSON.parse(JSON.stringify({ ...given })))]); };
const config = JSON.parse(document.getElementById("config").textContent);
for (const name of ["onSuccess", "onExit", "onEvent", "onLoad"])
  if (config[name] === undefined) config[name] = record(name);
try {
  window.handler = Service.create(config);
  document.getElementById("connect").onclick = () => window.handler.open();
} catch (error) {
  window.called.push(["threw", error.name, error.message]);
}
`;
