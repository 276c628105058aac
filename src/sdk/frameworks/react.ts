import {
  type ComponentPropsWithoutRef,
  createElement,
  type MouseEvent,
  type ReactElement,
} from "react";
import type { Handler } from "../config-type.ts";
import { create } from "../module.ts";
import { OPTION_NAMES } from "./controller.ts";
import type { ButtonOptions, LinkOptions, LinkState } from "./link-options.ts";
import { useController } from "./react-controller.ts";

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
  const { controller, ...state } = useController(options, create);
  return { ...state, open: controller.open, exit: controller.exit };
}

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
