import type { Plugin } from "vite";

/**
 * Has a document load the modules of its script and of its first page at once. Each would be found in the one before,
 * a turn of the network later.
 */
export function preloadModules(firstPage: string): Plugin {
  let base = "";
  return {
    name: "preload-modules",
    enforce: "post",
    configResolved: (config) => {
      base = config.base;
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const entry = chunks.find(({ isEntry }) => isEntry);
      const page = chunks.find(({ name }) => name === firstPage);
      const html = Object.values(bundle).find(({ fileName }) => fileName.endsWith(".html"));
      if (!entry || !page || html?.type !== "asset")
        throw new Error(`there is no ${firstPage}, no script or no document`);
      const files = new Set([entry.fileName, page.fileName]);
      for (const file of files) {
        const chunk = bundle[file];
        if (chunk?.type === "chunk") for (const name of chunk.imports) files.add(name);
      }
      files.delete(entry.fileName);
      const links = [...files].map((file) => `<link rel="modulepreload" href="${base}${file}">`);
      html.source = String(html.source).replace("</head>", () => `${links.join("\n")}\n</head>`);
    },
  };
}
