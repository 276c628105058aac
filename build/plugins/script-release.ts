import { existsSync } from "node:fs";
import type { Plugin } from "vite";
import manifest from "../../package.json" with { type: "json" };
import { PROTOCOLS } from "../../src/protocol/link/messages.ts";

const FOLDER = `link/v${manifest.version}`;

/**
 * Also writes a file of the page's script at the address of its release, and the release's record
 * next to `link.js`. After a release, the copy kept in `public/` is served, even if the source has
 * changed.
 */
export function scriptRelease(name: string): Plugin {
  return {
    name: "script-release",
    enforce: "post",
    generateBundle(_, bundle) {
      const script = bundle[name];
      if (script?.type !== "chunk") throw new Error(`there is no ${name}`);
      if (existsSync(`public/${FOLDER}`)) return;
      this.emitFile({ type: "asset", fileName: `${FOLDER}/${name}`, source: script.code });
      if (name !== "link.js") return;
      const record = { version: manifest.version, protocol: PROTOCOLS.at(-1) };
      const source = `${JSON.stringify(record)}\n`;
      this.emitFile({ type: "asset", fileName: `${FOLDER}/release.json`, source });
    },
  };
}
