import type { Config, Handler } from "../config-type.ts";
import { createEmbedded } from "../module.ts";

/** Returns a `create` function for a controller whose Link is a list inside an element. */
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
      // A list applies changed options at once, an open window after it closes.
      get isOpen() {
        return !!parent.querySelector("[data-service-link]");
      },
    };
  };
