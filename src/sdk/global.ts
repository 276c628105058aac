import type { Service } from "./config-type.ts";
import { create } from "./index.ts";

declare global {
  interface Window {
    /** What the script tag leaves in the page. */
    Service: Service;
  }
}

const { src } = Object(document.currentScript);
const { origin } = new URL(src, location.href);

// Link is where the script came from, unless the config says otherwise.
window.Service = { create: (config) => create({ origin, ...config }) };
