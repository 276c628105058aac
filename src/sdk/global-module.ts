import type { Service as PageService } from "./config-type.ts";
import { create } from "./module.ts";

declare global {
  var Service: PageService;
}

// What the script tag does, for a page that imports it; one that the page has already stays.
if (typeof document !== "undefined") globalThis.Service ??= { create };
