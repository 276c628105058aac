import { useEffect, useState, version } from "react";
import type { Config, Handler } from "../config-type.ts";
import { type Controller, createController, NOT_READY } from "./controller.ts";
import type { LinkOptions, LinkState } from "./link-options.ts";

/**
 * Creates the controller of a component's Link, once, and gives it the options of each render while
 * the component is mounted. Returns it with its state.
 */
export const useController = (
  options: LinkOptions,
  create: (config: Config) => Handler,
): LinkState & { controller: Controller } => {
  const [state, setState] = useFirstState();
  const [controller] = useState(() => createController("useServiceLink", setState, create));
  useEffect(() => controller.update(options));
  useEffect(() => controller.stop, [controller]);
  return { ...state, controller };
};

/** The first hook, which is the one to fail if this React draws no component. */
const useFirstState = () => {
  try {
    return useState(NOT_READY);
  } catch (cause) {
    throw new Error(
      `useServiceLink: React ${version} draws no component now. Call the hook in a component; if it is in one, the page has two copies of React (npm ls react)`,
      { cause },
    );
  }
};
