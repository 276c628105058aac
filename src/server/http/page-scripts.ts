import { createHash } from "node:crypto";
import { type Asset, type Assets, textAsset } from "./assets.ts";

/** The running server's script, for pages that follow its updates. */
const CURRENT = "/link.js";

/** The file for the embedded search, which the script imports from its own folder. */
const EMBEDDED = "/embedded.js";

/** Further addresses of these files. The last one serves other vendors' pages. */
const ALIASES = {
  [CURRENT]: ["/link/stable/link.js", "/link/v2/stable/link-initialize.js"],
  [EMBEDDED]: ["/link/stable/embedded.js", "/link/v2/stable/embedded.js"],
};

const VERSIONED = /^\/link\/v(\d+)\.(\d+)\.(\d+)\/link\.js$/;

/** A release's script, as `/link/versions.json` lists it. */
type ScriptVersion = {
  version: string;
  path: string;
  /** The digest of the sent bytes, for the attribute `integrity`. */
  integrity: string;
  /** The version of the protocol with Link's frame. */
  protocol: number;
  /** The file for the embedded search, if the release has one. */
  embedded?: { path: string; integrity: string };
};

/** Whether a path is the page script's, in any version. */
export const isPageScript = (path: string): boolean => path === CURRENT || VERSIONED.test(path);

/** Whether a path is that of the embedded search, in any version. */
export const isEmbeddedScript = (path: string): boolean =>
  path === EMBEDDED || VERSIONED.test(path.replace(/embedded\.js$/, "link.js"));

/**
 * The built files with the address of the newest script, and the list of all versions. A release's
 * record next to its script is never sent, since a brand's script has another digest.
 */
export const listScripts = (assets: Assets): Assets => {
  const files = new Map(assets.files);
  const versions: ScriptVersion[] = [];
  for (const [path, asset] of files) {
    const record = VERSIONED.test(path) && files.get(toRecordPath(path));
    if (!record) continue;
    files.delete(toRecordPath(path));
    const { version, protocol } = JSON.parse(record.identity.toString());
    const embedded = embeddedOf(path, files);
    versions.push({
      version,
      path,
      integrity: integrityOf(asset.identity),
      protocol,
      ...(embedded && { embedded }),
    });
  }
  const current = files.get(CURRENT);
  if (!current || versions.length === 0) return assets;
  versions.sort((a, b) => order(b) - order(a));
  for (const [path, aliases] of Object.entries(ALIASES)) {
    const asset = files.get(path);
    if (asset) for (const alias of aliases) files.set(alias, asset);
  }
  files.set("/link/versions.json", versionList(versions, current));
  return { ...assets, files };
};

const toRecordPath = (path: string): string => path.replace(/link\.js$/, "release.json");

const embeddedOf = (script: string, files: Assets["files"]): ScriptVersion["embedded"] => {
  const path = script.replace(/link\.js$/, "embedded.js");
  const asset = files.get(path);
  return asset && { path, integrity: integrityOf(asset.identity) };
};

const integrityOf = (bytes: Buffer): string =>
  `sha384-${createHash("sha384").update(bytes).digest("base64")}`;

/** A number for sorting versions; each part has at most five digits. */
const order = ({ path }: ScriptVersion): number =>
  (VERSIONED.exec(path) ?? []).slice(1).reduce((sum, part) => sum * 100_000 + Number(part), 0);

const versionList = (versions: ScriptVersion[], { cacheControl }: Asset): Asset =>
  textAsset(`${JSON.stringify({ stable: versions[0]?.version, versions }, null, 2)}\n`, {
    type: "application/json; charset=utf-8",
    cacheControl,
  });
