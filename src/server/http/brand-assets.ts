import { brotliCompressSync, gzipSync } from "node:zlib";
import { type Brand, DEFAULT_BRAND, inBrand } from "../../protocol/brand.ts";
import type { Asset, Assets } from "./assets.ts";

/**
 * The built files as a brand's server sends them: the page's script defines the brand's global next to
 * `Service`, and pages show its name. A brand's names are letters, digits and spaces, so they need no
 * escaping in HTML or JavaScript. Files that a browser may cache forever stay as they are.
 */
export const brandAssets = (assets: Assets, brand: Brand): Assets => {
  if (brand.identifier === DEFAULT_BRAND.identifier) return assets;
  const { portal, docs, dashboard } = assets;
  const files = new Map(assets.files);
  const script = files.get("/link.js");
  if (script)
    files.set(
      "/link.js",
      editAsset(script, (text) => pageScript(text, brand)),
    );
  return {
    ...assets,
    files,
    linkDocument: (filling) =>
      assets.linkDocument(filling).replace("<html ", `<html data-scheme="${brand.scheme}" `),
    ...(docs && {
      docs: editAsset(docs, (html) => html.replaceAll(DEFAULT_BRAND.title, brand.title)),
    }),
    ...(portal && {
      portal: editAsset(portal, (html) =>
        html.replace("<html ", `<html data-brand="${brand.title}" `),
      ),
    }),
    ...(dashboard && {
      dashboard: editAsset(dashboard, (html) =>
        html.replace(
          "<html ",
          `<html data-brand="${brand.title}" data-headers="${brand.identifier}" `,
        ),
      ),
    }),
  };
};

/** A page that was written for `Service` works on, unless it has something else by that name. */
const pageScript = (text: string, brand: Brand): string =>
  `${inBrand(brand, text)}\nself.${DEFAULT_BRAND.identifier}??=self.${brand.identifier};\n`;

/** A text asset after an edit, compressed again. */
export function editAsset(asset: Asset, edit: (text: string) => string): Asset {
  const identity = Buffer.from(edit(asset.identity.toString()));
  return { ...asset, identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) };
}
