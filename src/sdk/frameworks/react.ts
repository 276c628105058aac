import {
  type ComponentPropsWithoutRef,
  createElement,
  type MouseEvent,
  type ReactElement,
  useCallback,
  useRef,
} from "react";
import type { Handler } from "../config-type.ts";
import { create } from "../module.ts";
import { OPTION_NAMES } from "./controller.ts";
import { embedIn } from "./embed-in.ts";
import type { ButtonOptions, EmbeddedOptions, LinkOptions, LinkState } from "./link-options.ts";
import { useController } from "./react-controller.ts";

export type {
  ButtonOptions,
  EmbeddedOptions,
  GetToken,
  LinkOptions,
  LinkState,
} from "./link-options.ts";

/** The result of `useServiceLink`. `open` and `exit` are the same functions in each render. */
export type ServiceLinkHook = LinkState & {
  /** Shows Link; without a token, waits for the token. */
  open: () => void;
  /** Exits Link, which may ask the user first unless `force` is true. */
  exit: Handler["exit"];
};

/**
 * Prepares Link while the component is mounted, and removes it afterwards. The callbacks of the
 * last render are called. Other options are compared by value. After a change, Link loads again
 * when it is closed.
 */
export function useServiceLink(options: LinkOptions): ServiceLinkHook {
  const { controller, ...state } = useController(options, create);
  return { ...state, open: controller.open, exit: controller.exit };
}

/** The props of `ServiceLink`: Link's options, and the button's attributes. */
export type ServiceLinkProps = ButtonOptions &
  Omit<ComponentPropsWithoutRef<"button">, keyof LinkOptions>;

/**
 * A button that opens Link, disabled until Link is ready. React's `key` is not the option `key`,
 * the public_key: without tokens, use the hook.
 */
export function ServiceLink(props: ServiceLinkProps): ReactElement {
  const [options, button] = split(props);
  const { ready, open } = useServiceLink(options);
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

/** The props of `EmbeddedServiceLink`: Link's options, and the attributes of the `div`. */
export type EmbeddedServiceLinkProps = EmbeddedOptions &
  Omit<ComponentPropsWithoutRef<"div">, keyof LinkOptions>;

/**
 * The list of institutions inside the page, like `createEmbedded`, while the component is mounted.
 * A changed option restarts the list, but an open window first lets its user finish.
 */
export function EmbeddedServiceLink(props: EmbeddedServiceLinkProps): ReactElement {
  const [options, rest] = split(props);
  const element = useRef<HTMLDivElement | null>(null);
  const { controller } = useController(
    options,
    embedIn(() => element.current),
  );
  // React calls the ref with null before removing the element from the page.
  const ref = useCallback(
    (current: HTMLDivElement | null) => {
      element.current = current;
      if (!current) controller.stop();
    },
    [controller],
  );
  return createElement("div", { ...rest, ref });
}

/** Splits props into Link's options and the element's attributes. */
function split(props: object): [options: LinkOptions, rest: Record<string, unknown>] {
  const options: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props))
    (OPTION_NAMES.includes(name) ? options : rest)[name] = value;
  return [options as LinkOptions, rest];
}
