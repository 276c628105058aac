import type { Service as PageService } from "./index.cjs";

declare global {
  /** The global that the script tag leaves in the page. */
  var Service: PageService;
}
