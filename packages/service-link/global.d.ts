import type { Service as PageService } from "./index.js";

declare global {
  /** The global that the script tag defines. */
  var Service: PageService;
}
