import { type Brand, DEFAULT_BRAND, inBrand } from "../../protocol/brand/brand.ts";
import { type Asset, type Assets, textAsset } from "./assets.ts";
import { isEmbeddedScript, isPageScript } from "./page-scripts.ts";

/**
 * The built files as a brand's server sends them. Every release's page script defines the brand's
 * global next to `Service`, and pages show the brand's name. A brand's names are letters, digits
 * and spaces, so HTML and JavaScript need no escaping.
 */
export const brandAssets = (assets: Assets, brand: Brand): Assets => {
  if (brand.identifier === DEFAULT_BRAND.identifier) return assets;
  const { portal, docs, dashboard, previews } = assets;
  const named = (page: Asset) =>
    editAsset(page, (html) => html.replace("<html ", `<html data-brand="${brand.title}" `));
  const files = new Map(assets.files);
  for (const [path, asset] of files)
    if (isPageScript(path))
      files.set(
        path,
        editAsset(asset, (text) => pageScript(text, brand)),
      );
    else if (path === "/hosted.js" || isEmbeddedScript(path))
      files.set(
        path,
        editAsset(asset, (text) => inBrand(brand, text)),
      );
    else if (/^\/(docs\/.+\.md|llms\.txt)$/.test(path))
      files.set(
        path,
        editAsset(asset, (text) => inBrandOfCode(brand, text)),
      );
  // A server shows few of its guides, and recompresses only those.
  const guides = new Map<string, Asset>();
  return {
    ...assets,
    files,
    guide: (path) => {
      const guide = guides.get(path) ?? assets.guide(path);
      if (!guide || guides.has(path)) return guide;
      const branded = editAsset(named(guide), (html) => inBrandOfCode(brand, html));
      guides.set(path, branded);
      return branded;
    },
    linkDocument: (filling) =>
      assets.linkDocument(filling).replace("<html ", `<html data-scheme="${brand.scheme}" `),
    ...(docs && {
      docs: editAsset(named(docs), (html) => html.replaceAll(DEFAULT_BRAND.title, brand.title)),
    }),
    ...(previews && {
      previews: new Map([...previews].map(([name, page]) => [name, named(page)])),
    }),
    ...(portal && { portal: named(portal) }),
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

/** A page written for `Service` still works, unless the page defines that name itself. */
const pageScript = (text: string, brand: Brand): string =>
  `${inBrand(brand, text)}\nself.${DEFAULT_BRAND.identifier}??=self.${brand.identifier};\n`;

/** Replaces the names of headers and of the global. Commands keep their typed names. */
const inBrandOfCode = ({ identifier }: Brand, text: string): string =>
  text
    .replace(/\bService(?=-|\.create)/g, identifier)
    .replace(/\bSERVICE(?=-)/g, identifier.toUpperCase());

/** An edited text asset, compressed again. */
export const editAsset = (asset: Asset, edit: (text: string) => string): Asset =>
  textAsset(edit(asset.identity.toString()), asset);
