import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readAssets } from "./assets.ts";
import { hashSource } from "./content-security-policy.ts";

const SCRIPT = "self.link={a:1};'$& </b>'";
const HTML = `<html lang="en"><title>Link</title><style>a{}</style><script>0</script><body><div id="root"></div><script type="module">${SCRIPT}</script></body>`;

const built = (options?: Parameters<typeof readAssets>[1]) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-assets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "assets"));
  const files = { "link.html": HTML, "assets/fr-1.js": "'fr $$'", "assets/lazy-2.js": "'lazy'" };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return readAssets(folder, options);
};

const FILLING = { language: "fr", theme: "dark", body: "<main>$1</main>" } as const;

test("Link's document has its script and the chunks that are named in it, to the letter", () => {
  expect(built().linkDocument({ ...FILLING, chunks: ["fr"] })).toBe(
    `<html lang="fr" data-theme="dark"><title>Link</title><style>a{}</style><script>0</script><body><main>$1</main><script type="module">${SCRIPT}</script><script type="module">'fr $$'</script></body>`,
  );
});

test("each inline script of Link's document has its hash, and no other script has one", () => {
  const { linkDocument, scriptHashes } = built();
  for (const chunks of [[], ["fr"], ["lazy", "fr"]]) {
    const document = linkDocument({ ...FILLING, chunks });
    const scripts = [...document.matchAll(/<script[^>]*>(.*?)<\/script>/gs)];
    expect(scriptHashes(chunks)).toEqual(scripts.map(([, text = ""]) => hashSource(text)));
    expect(scripts).toHaveLength(2 + chunks.length);
  }
});

test("a chunk that was not built is named", () => {
  expect(() => built().scriptHashes(["de"])).toThrow("there is no chunk de");
});

test("without compressed copies, each file is sent as it is", () => {
  for (const isCompressed of [true, false]) {
    const asset = built({ isCompressed }).files.get("/assets/lazy-2.js");
    expect(asset?.br === asset?.identity).toBe(!isCompressed);
    expect(asset?.gzip === asset?.identity).toBe(!isCompressed);
  }
});
