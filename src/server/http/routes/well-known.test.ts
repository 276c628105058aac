import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { loadEndpoints } from "../../api/index.ts";
import { bridgeEndpoints } from "../../bridge/index.ts";
import { readSettings } from "../../host/settings/settings.ts";
import { readAssets } from "../assets.ts";
import { fileRoutes } from "./files.ts";

const endpoints = await loadEndpoints();

const PUBLIC = join(import.meta.dirname, "../../../../public");
const SECURITY_TXT = "/.well-known/security.txt";
const CONTACT = "mailto:security@acme.example";

/** A server of the files in `public/`, as a build copies them. */
const publicFiles = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-assets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(PUBLIC, folder, { recursive: true });
  writeFileSync(
    join(folder, "link.html"),
    '<html lang="en"><style>a{}</style><script>0</script><body><div id="root"></div></body>',
  );
  const app = fastify();
  onTestFinished(() => app.close());
  fileRoutes(app, readAssets(folder));
  return app;
};

/** The width and the height of a PNG. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

const TYPES = {
  "apple-touch-icon.png": "image/png 180x180",
  "favicon.ico": "image/x-icon",
  "favicon.svg": "image/svg+xml",
  "icon-192.png": "image/png 192x192",
  "icon-512.png": "image/png 512x512",
  "icon-maskable-512.png": "image/png 512x512",
  "llms.txt": "text/plain; charset=utf-8",
  "robots.txt": "text/plain; charset=utf-8",
  "share.png": "image/png 1200x630",
};

test("each file at the top of public/ is served with its type and its size, for five minutes", async () => {
  const app = await publicFiles();
  const types: Record<string, string> = {};
  const files = readdirSync(PUBLIC, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of files) {
    const { statusCode, headers, rawPayload } = await app.inject({ url: `/${name}` });
    expect([name, statusCode, headers["cache-control"]]).toEqual([
      name,
      200,
      "public, max-age=300",
    ]);
    const size = name.endsWith(".png") ? ` ${sizeOf(rawPayload)}` : "";
    types[name] = `${headers["content-type"]}${size}`;
  }
  expect(types).toEqual(TYPES);
});

test("each category's icon is a square PNG that browsers keep", async () => {
  const app = await publicFiles();
  for (const name of readdirSync(join(PUBLIC, "icons/v1"))) {
    const { headers, rawPayload } = await app.inject({ url: `/icons/v1/${name}` });
    const [width, height] = sizeOf(rawPayload).split("x");
    expect([name, headers["content-type"], width]).toEqual([name, "image/png", height]);
    expect(headers["cache-control"]).toMatch(/immutable/);
  }
});

test("a picture is sent as it is, and text in the encoding that the request accepts", async () => {
  const app = await publicFiles();
  const fetchEncoding = async (url: string) =>
    (await app.inject({ url, headers: { "accept-encoding": "br" } })).headers["content-encoding"];
  expect(await fetchEncoding("/icon-192.png")).toBeUndefined();
  expect(await fetchEncoding("/favicon.ico")).toBeUndefined();
  expect(await fetchEncoding("/robots.txt")).toBe("br");
});

test("no file of public/ has the path of an endpoint, and crawlers may read pages only", async () => {
  const names = [...readdirSync(PUBLIC), "site.webmanifest", ".well-known/security.txt"];
  const paths = [...endpoints, ...bridgeEndpoints].map(({ path }): string => path);
  expect(names.filter((name) => paths.includes(`/${name}`))).toEqual([]);
  const { body } = await (await publicFiles()).inject({ url: "/robots.txt" });
  expect(body).toMatch(/^Disallow: \/$/m);
});

test.each([
  [{}, "service-link"],
  [{ SERVICE_BRAND: "Acme Bank" }, "Acme Bank"],
])(
  "with %j the manifest bears the name %s, and its icons are in public/",
  async (variables, name) => {
    const { request } = await testApp(variables);
    const answer = await request({ url: "/site.webmanifest" });
    expect([
      answer.statusCode,
      answer.headers["content-type"],
      answer.headers["cache-control"],
    ]).toEqual([200, "application/manifest+json; charset=utf-8", "public, max-age=300"]);
    expect(answer.json()).toMatchObject({ name, short_name: name });
    if (name !== "service-link") expect(answer.body).not.toMatch(/service/i);
    for (const { src, sizes } of answer.json().icons)
      expect(TYPES[src.slice(1) as keyof typeof TYPES]).toBe(`image/png ${sizes}`);
  },
);

test("security.txt has the contact, expires within a year, and names its address under PUBLIC_URL", async () => {
  const app = await testApp({ SECURITY_CONTACT: CONTACT, PUBLIC_URL: "https://link.acme.example" });
  const get = () => app.request({ url: SECURITY_TXT });
  const { statusCode, headers, body } = await get();
  expect([statusCode, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "text/plain; charset=utf-8",
    "public, max-age=300",
  ]);
  expect(body).toBe(
    `Contact: ${CONTACT}\nExpires: 2026-07-14T00:00:00Z\nPreferred-Languages: en\n` +
      "Canonical: https://link.acme.example/.well-known/security.txt\n",
  );
  app.advanceClock(86_400_000);
  expect((await get()).body).toContain("Expires: 2026-07-15T00:00:00Z\n");
});

test("security.txt names no address without PUBLIC_URL, and is unknown without a contact", async () => {
  const withContact = await testApp({ SECURITY_CONTACT: "https://acme.example/security" });
  const { body } = await withContact.request({ url: SECURITY_TXT });
  expect(body).toMatch(/^Contact: https:\/\/acme\.example\/security\n/);
  expect(body).not.toContain("Canonical");
  const answer = await (await testApp()).request({ url: SECURITY_TXT });
  expect([answer.statusCode, answer.json().error_code]).toEqual([404, "NOT_FOUND"]);
});

test.each([
  "",
  "security@acme.example",
  "http://acme.example/security",
  "mailto:acme",
  "https://",
  "mailto:a@b.example\nContact: mailto:c@d.example",
])("SECURITY_CONTACT %j stops the start", (SECURITY_CONTACT) => {
  expect(() => readSettings({}, { SECURITY_CONTACT })).toThrow(/^SECURITY_CONTACT: must be /);
});
