import type { Service } from "./config-type.ts";
import type { embed as embedFunction } from "./embedded.ts";
import { create } from "./index.ts";

declare global {
  interface Window {
    /** The global that the script tag defines. */
    Service: Service;
  }
}

const script = document.currentScript as HTMLScriptElement | null;
// Markup such as `<img name="currentScript">` can replace `document.currentScript` (DOM
// clobbering), but has no `text`.
const { src, dataset } = Object(script?.text != null && script);
const { origin } = new URL(src, location.href);

/** Calls the function of the embedded search, whose file is next to this script's file. */
const embed: typeof embedFunction = (...given) => {
  const address = new URL("embedded.js", src) as unknown as string;
  import(/* @vite-ignore */ address).then((file) => file.embed(...given));
};

// The default origin of Link is the script's.
const service: Service = {
  create: (config) => create({ origin, ...config }),
  createEmbedded(config, element) {
    if (element?.nodeType !== 1) throw new TypeError("Service.createEmbedded: element is missing");
    return create({ origin, ...config }, (...parts) => embed(element, ...parts));
  },
};

// A second script, of any version, keeps the first script's global.
window.Service ??= service;

if (dataset?.token != null) embed(script as HTMLScriptElement, service);
