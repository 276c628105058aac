import type { Config, Handler } from "../config-type.ts";
import { createEmbedded } from "../module.ts";

/** Returns the `create` of a controller whose Link is the list of institutions in an element. */
export const embedIn =
  (element: () => Element | null) =>
  (config: Config): Handler => {
    const parent = element() as Element;
    const { exit, destroy } = createEmbedded(config, parent);
    return {
      // The list is open from the start.
      open() {},
      exit,
      destroy,
      // A list applies changed options at once; a window only after it is closed.
      get isOpen() {
        return !!parent.querySelector("[data-service-link]");
      },
    };
  };
