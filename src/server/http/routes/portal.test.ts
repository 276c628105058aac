import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { textAsset } from "../assets.ts";
import { portalRoutes } from "./portal.ts";

const HTML = '<html lang="en"><body><div id="root"></div><noscript></noscript></body></html>';

/** Returns the document of the account site by its language. */
const fetchDocument = async (variables: Record<string, string>, language: string) => {
  const { services } = await testApp(variables);
  const server = Fastify();
  onTestFinished(() => server.close());
  const portal = textAsset(HTML, { type: "text/html", cacheControl: "no-store" });
  portalRoutes(server, services, { portal }, false);
  const { body } = await server.inject({
    url: "/account",
    headers: { "accept-language": language },
  });
  return body;
};

test("the account site links to those of other cells, before and after a sign-in", async () => {
  const sites = "https://b.link.example.com/, https://c.link.example.com";
  const document = await fetchDocument({ OTHER_ACCOUNT_SITES: sites }, "fr");
  expect([...document.matchAll(/<a href="(.*?)">(.*?)<\/a>/g)].map(([, ...link]) => link)).toEqual([
    ["https://b.link.example.com/account", "b.link.example.com"],
    ["https://c.link.example.com/account", "c.link.example.com"],
  ]);
  expect(document).toContain('<footer class="wide" lang="fr"><p>Certaines applications');
  expect(document).toContain('<div id="root"></div><footer');
  expect(await fetchDocument({}, "fr")).toBe(HTML);
});

test("a site that is no origin is refused at the start", async () => {
  const address = { OTHER_ACCOUNT_SITES: "https://b.example.com/account" };
  await expect(testApp(address)).rejects.toThrow("OTHER_ACCOUNT_SITES");
});
