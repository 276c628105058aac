// Packs the three packages that leave this repository into dist/packages: `npm run pack`, which builds before.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fillNodePackage } from "./node/fill.mjs";
import { fillServerPackage } from "./server/fill.mjs";
import { fillPagePackage } from "./service-link/fill.mjs";

const TARGET = resolve("dist/packages");
const FILL = {
  "service-link": fillPagePackage,
  node: fillNodePackage,
  server: fillServerPackage,
};

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const root = readJson("package.json");
for (const [source, fill] of Object.entries(FILL)) {
  const folder = mkdtempSync(join(tmpdir(), "service-link-pack-"));
  cpSync("LICENSE", join(folder, "LICENSE"));
  cpSync(`packages/${source}/README.md`, join(folder, "README.md"));
  const { name, ...manifest } = readJson(`packages/${source}/package.json`);
  const rest = await fill(folder, root);
  const whole = { name, version: root.version, ...manifest, ...rest };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(whole, null, 2)}\n`);
  const tarball = execFileSync(
    "npm",
    ["pack", "--silent", "--ignore-scripts", "--pack-destination", TARGET],
    { cwd: folder, encoding: "utf8", shell: process.platform === "win32" },
  );
  process.stdout.write(`dist/packages/${tarball.trim()}\n`);
  rmSync(folder, { recursive: true });
}
