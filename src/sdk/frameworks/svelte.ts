import { onMount, untrack } from "svelte";
import { createSubscriber } from "svelte/reactivity";
import { toStore } from "svelte/store";
import type { Handler } from "../config-type.ts";
import { create } from "../module.ts";
import { type Controller, createController } from "./controller.ts";
import { embedIn } from "./embed-in.ts";
import type { EmbeddedOptions, LinkOptions } from "./link-options.ts";

export type { EmbeddedOptions, GetToken, LinkOptions } from "./link-options.ts";

/**
 * The result of `useServiceLink`. `ready` and `error` are reactive, so read them from this object.
 */
export type ServiceLinkState = {
  /** Whether `open` shows Link: at once, or after `getToken` returns a token. */
  readonly ready: boolean;
  /**
   * The reason why Link cannot be opened, or null. `onExit` receives the errors of an open Link.
   */
  readonly error: Error | null;
  /** Shows Link; without a token, waits for the token. */
  open: () => void;
  /** Exits Link, which may ask the user first unless `force` is true. */
  exit: Handler["exit"];
};

/**
 * Prepares Link while the component is mounted, and removes it afterwards. The options are a
 * function, so that it may read state. Options are compared by value. After a change, Link loads
 * again when it is closed; new callbacks cause no load. Call this function during the component's
 * initialisation.
 */
export function useServiceLink(options: () => LinkOptions): ServiceLinkState {
  let notify = () => {};
  const subscribe = createSubscriber((update) => {
    notify = update;
  });
  const controller = createController("useServiceLink", () => notify(), create);
  onMount(() => follow(options, controller));
  const read = () => {
    subscribe();
    return controller.state;
  };
  return {
    get ready() {
      return read().ready;
    },
    get error() {
      return read().error;
    },
    open: controller.open,
    exit: controller.exit,
  };
}

/**
 * Attaches the list of institutions to an element, like `createEmbedded`: `<div {@attach
 * embedServiceLink(() => ({ token, onSuccess }))}></div>`. A changed option restarts the list, but
 * an open window first lets its user finish.
 */
export const embedServiceLink =
  (options: () => EmbeddedOptions): ((element: Element) => () => void) =>
  (element) => {
    const controller = createController(
      "embedServiceLink",
      () => {},
      embedIn(() => element),
    );
    // A read of state here would repeat the attachment after each change.
    return untrack(() => follow(options, controller));
  };

/**
 * Passes the options to a controller, again after each change. Returns a function that ends the
 * controller.
 */
const follow = (options: () => LinkOptions, controller: Controller): (() => void) => {
  const whole = toStore(() => {
    const own = { ...options() };
    // Reads nested values, so that Svelte tracks their changes, too.
    JSON.stringify(own);
    return own;
  });
  const unsubscribe = whole.subscribe(controller.update);
  return () => {
    unsubscribe();
    controller.stop();
  };
};
