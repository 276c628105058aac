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

/** The props of `EmbeddedServiceLink`: options of Link, and those of its `div`. */
export type EmbeddedServiceLinkProps = EmbeddedOptions &
  Omit<ComponentPropsWithoutRef<"div">, keyof LinkOptions>;

/**
 * The list of institutions inside the page, as by `createEmbedded`, while the component is mounted.
 * If an option changes, the list starts again; an open window lets its user finish.
 */
export function EmbeddedServiceLink(props: EmbeddedServiceLinkProps): ReactElement {
  const [options, rest] = split(props);
  const element = useRef<HTMLDivElement | null>(null);
  const { controller } = useController(
    options,
    embedIn(() => element.current),
  );
  // React calls the ref with null before it removes the element from the page.
  const ref = useCallback(
    (current: HTMLDivElement | null) => {
      element.current = current;
      if (!current) controller.stop();
    },
    [controller],
  );
  return createElement("div", { ...rest, ref });
}

/** Splits props into the options of Link and those of the component's element. */
function split(props: object): [options: LinkOptions, rest: Record<string, unknown>] {
  const options: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props))
    (OPTION_NAMES.includes(name) ? options : rest)[name] = value;
  return [options as LinkOptions, rest];
}
