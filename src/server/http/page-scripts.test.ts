import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { brandOf, DEFAULT_BRAND } from "../../protocol/brand/brand.ts";
import { PROTOCOLS } from "../../protocol/link/messages.ts";
import { readAssets } from "./assets.ts";
import { brandAssets } from "./brand-assets.ts";
import { listScripts } from "./page-scripts.ts";

const SCRIPT = "self.Service={create:()=>'Service.create'}";

/** The files of a build with the scripts of several releases. */
const built = (versions: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-scripts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const html =
    '<html lang="en"><style>a{}</style><script>0</script><body><div id="root"></div></body>';
  const files: Record<string, string> = { "link.html": html, "link.js": SCRIPT, "embedded.js": "" };
  files["icons/v1/income.png"] = "";
  for (const version of versions) {
    files[`link/v${version}/link.js`] = `${SCRIPT}//${version}`;
    // The first releases have no such file.
    if (version !== "0.1.0") files[`link/v${version}/embedded.js`] = `"Service";//${version}`;
    files[`link/v${version}/release.json`] = JSON.stringify({ version, protocol: 1 });
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return readAssets(folder);
};

const digest = (bytes: Buffer | undefined) =>
  `sha384-${createHash("sha384")
    .update(bytes ?? "")
    .digest("base64")}`;

for (const name of ["Service", "Acme"])
  test(`the list has each release's script, the newest first, with the digest of its bytes under the brand ${name}`, () => {
    const { files } = listScripts(brandAssets(built(["0.9.0", "0.10.0", "0.1.0"]), brandOf(name)));
    const { stable, versions } = JSON.parse(String(files.get("/link/versions.json")?.identity));
    expect(stable).toBe("0.10.0");
    expect(versions).toEqual(
      ["0.10.0", "0.9.0", "0.1.0"].map((version) => {
        const path = `/link/v${version}/link.js`;
        const integrity = digest(files.get(path)?.identity);
        if (version === "0.1.0") return { version, path, integrity, protocol: 1 };
        const other = path.replace("link.js", "embedded.js");
        const embedded = { path: other, integrity: digest(files.get(other)?.identity) };
        expect(String(files.get(other)?.identity)).toBe(`"${name}";//${version}`);
        return { version, path, integrity, protocol: 1, embedded };
      }),
    );
    for (const { path } of versions)
      expect(String(files.get(path)?.identity)).toContain(`${name}.create`);
  });

test("a release's script and an icon may be stored for good, the newest script for minutes", () => {
  const { files } = listScripts(brandAssets(built(["0.1.0"]), DEFAULT_BRAND));
  expect(files.get("/icons/v1/income.png")?.cacheControl).toMatch(/immutable/);
  expect(files.get("/link/v0.1.0/link.js")?.cacheControl).toMatch(/immutable/);
  expect(files.get("/link/stable/link.js")).toBe(files.get("/link.js"));
  expect(files.get("/link/v2/stable/link-initialize.js")).toBe(files.get("/link.js"));
  expect(files.get("/link/stable/embedded.js")).toBe(files.get("/embedded.js"));
  expect(files.get("/link/v2/stable/embedded.js")).toBe(files.get("/embedded.js"));
  for (const path of ["/link.js", "/embedded.js", "/link/stable/link.js", "/link/versions.json"])
    expect(files.get(path)?.cacheControl, path).toBe("public, max-age=300");
  expect([...files.keys()].filter((path) => path.includes("release.json"))).toEqual([]);
});

test("Link's frame speaks the protocol of each script that the build serves", () => {
  const { files } = listScripts(readAssets(join(import.meta.dirname, "../../../dist/public")));
  const { versions } = JSON.parse(String(files.get("/link/versions.json")?.identity));
  expect(versions.length).toBeGreaterThan(0);
  for (const { version, protocol } of versions) expect(PROTOCOLS, version).toContain(protocol);
});
