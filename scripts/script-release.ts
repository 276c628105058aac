import { existsSync } from "node:fs";
import type { Plugin } from "vite";
import manifest from "../package.json" with { type: "json" };
import { PROTOCOLS } from "../src/protocol/messages.ts";

const FOLDER = `link/v${manifest.version}`;

/**
 * Puts the page's script at the address of its release, too, with the release's record. Once the
 * release is kept in `public/`, that copy is served, even if the source has changed.
 */
export function scriptRelease(): Plugin {
  return {
    name: "script-release",
    enforce: "post",
    generateBundle(_, bundle) {
      const script = bundle["link.js"];
      if (script?.type !== "chunk") throw new Error("there is no link.js");
      if (existsSync(`public/${FOLDER}`)) return;
      const record = { version: manifest.version, protocol: PROTOCOLS.at(-1) };
      const files = { "link.js": script.code, "release.json": `${JSON.stringify(record)}\n` };
      for (const [name, source] of Object.entries(files))
        this.emitFile({ type: "asset", fileName: `${FOLDER}/${name}`, source });
    },
  };
}
