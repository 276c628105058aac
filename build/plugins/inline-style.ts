import type { Plugin } from "vite";

/** Variables for a CSS function that no style of ours calls. */
const POLYFILL = /--lightningcss-(light|dark):( |initial);/g;

/** Inlines Link's style into its document, which paints after a single request. */
export function inlineStyle(): Plugin {
  return {
    name: "inline-style",
    enforce: "post",
    transform: (code, id) => (id.endsWith(".css?inline") ? code.replace(POLYFILL, "") : undefined),
    generateBundle(_, bundle) {
      const html = bundle["link.html"];
      if (html?.type !== "asset") throw new Error("there is no link.html to put the style into");
      html.source = String(html.source).replace(
        /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/,
        (_, path: string) => {
          const css = bundle[path];
          if (css?.type !== "asset") throw new Error(`there is no style ${path}`);
          delete bundle[path];
          return `<style>${String(css.source).replace(POLYFILL, "").trim()}</style>`;
        },
      );
    },
  };
}
