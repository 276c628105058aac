import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fastify, { type RouteOptions } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { readAssets } from "../assets.ts";
import { answerError } from "../faults.ts";
import { docsRoutes } from "./docs.ts";
import { fileRoutes } from "./files.ts";

const LINK =
  '<html lang="en"><style>a{}</style><script>0</script><body><div id="root"></div></body>';

const FILES = {
  "link.js": "link",
  "assets/fr-1.js": "fr",
  "dashboard/assets/first-1.js": "first",
  "dashboard/assets/second-1.css": "second",
  "docs/docs.html": "<title>reference</title>",
  "docs/link.html": "<title>guide</title>",
  "docs/link.md": "# guide",
  "docs/assets/docs-1.js": "docs",
};

/** A server of built files, and a list of its routes. */
const toServer = (files: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-assets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries({ "link.html": LINK, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const app = fastify();
  onTestFinished(() => app.close());
  app.setErrorHandler(answerError);
  const routes: string[] = [];
  app.addHook("onRoute", ({ method, url }: RouteOptions) => void routes.push(`${method} ${url}`));
  const assets = readAssets(folder);
  fileRoutes(app, assets);
  docsRoutes(app, assets);
  return { app, routes };
};

test("each built file has its address and its bytes in each encoding, time after time", async () => {
  const { app } = toServer(FILES);
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
  for (const [path, text] of Object.entries(FILES)) {
    if (path.endsWith(".html")) continue;
    for (const encoding of ["gzip", "br", "identity", "gzip"] as const) {
      const headers = { "accept-encoding": encoding };
      const answer = await app.inject({ url: `/${path}`, headers });
      expect(answer.statusCode, path).toBe(200);
      expect(answer.headers["content-encoding"] ?? "identity").toBe(encoding);
      expect(String(unpack[encoding](answer.rawPayload))).toBe(text);
      expect(answer.headers["cross-origin-resource-policy"]).toBe("cross-origin");
    }
    const head = await app.inject({ method: "HEAD", url: `/${path}?v=1` });
    expect([head.statusCode, head.headers["content-length"]]).toEqual([200, String(text.length)]);
  }
});

test("a chunk that is not there is not found, by any form of its path", async () => {
  const { app } = toServer(FILES);
  for (const path of ["", "none.js", "fr-1.js/", "..%2flink.js", "fr-1.js.br"])
    expect((await app.inject({ url: `/assets/${path}` })).statusCode, path).toBe(404);
});

test("a further chunk adds no route", () => {
  const more = { ...FILES, "assets/de-1.js": "de", "docs/more.md": "# more" };
  expect(toServer(more).routes).toEqual(toServer(FILES).routes);
});
