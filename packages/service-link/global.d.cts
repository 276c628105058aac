import type { Service as PageService } from "./index.cjs";

declare global {
  /** What the script tag leaves in the page. */
  var Service: PageService;
}
