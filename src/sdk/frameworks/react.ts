import {
  type ComponentPropsWithoutRef,
  createElement,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useState,
  version,
} from "react";
import type { Handler } from "../config-type.ts";
import { createController, NOT_READY, OPTION_NAMES } from "./controller.ts";
import type { ButtonOptions, LinkOptions, LinkState } from "./link-options.ts";

export type { ButtonOptions, GetToken, LinkOptions, LinkState } from "./link-options.ts";

/** The result of `useServiceLink`. `open` and `exit` are the same functions in each render. */
export type ServiceLinkHook = LinkState & {
  /** Shows Link; if its token has not come yet, as soon as it has. */
  open: () => void;
  /** Exits Link, which may ask the user first unless `force` is true. */
  exit: Handler["exit"];
};

/**
 * Prepares Link while the component is mounted, and removes it afterwards. Callbacks are those of
 * the last render. Other options are compared by value: if one changes, Link loads again, once it
 * is closed.
 */
export function useServiceLink(options: LinkOptions): ServiceLinkHook {
  const [state, setState] = useFirstState();
  const [controller] = useState(() => createController("useServiceLink", setState));
  useEffect(() => controller.update(options));
  useEffect(() => controller.stop, [controller]);
  return { ...state, open: controller.open, exit: controller.exit };
}

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

/** The props of `ServiceLink`: options of Link, and those of its button. */
export type ServiceLinkProps = ButtonOptions &
  Omit<ComponentPropsWithoutRef<"button">, keyof LinkOptions>;

/**
 * A button that opens Link, disabled until Link is ready. A `key` of React is not the public_key of
 * the options: without tokens, use the hook.
 */
export function ServiceLink(props: ServiceLinkProps): ReactElement {
  const options: Record<string, unknown> = {};
  const button: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props))
    (OPTION_NAMES.includes(name) ? options : button)[name] = value;
  const { ready, open } = useServiceLink(options as LinkOptions);
  const { disabled, onClick } = props;
  return createElement("button", {
    type: "button",
    ...button,
    disabled: disabled || !ready,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      onClick?.(event);
      if (!event.defaultPrevented) open();
    },
  });
}
