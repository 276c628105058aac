import type { Service } from "./config-type.ts";
import { create } from "./index.ts";

declare global {
  interface Window {
    /** The global that the script tag defines. */
    Service: Service;
  }
}

const { src } = Object(document.currentScript);
const { origin } = new URL(src, location.href);

// The default origin of Link is the script's. A second script, of any version, leaves the first
// one's global as it is.
window.Service ??= { create: (config) => create({ origin, ...config }) };
