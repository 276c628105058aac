import { onMount, untrack } from "svelte";
import { createSubscriber } from "svelte/reactivity";
import { toStore } from "svelte/store";
import type { Handler } from "../config-type.ts";
import { create } from "../module.ts";
import { type Controller, createController } from "./controller.ts";
import { embedIn } from "./embed-in.ts";
import type { EmbeddedOptions, LinkOptions } from "./link-options.ts";

export type { EmbeddedOptions, GetToken, LinkOptions } from "./link-options.ts";

/** The result of `useServiceLink`. `ready` and `error` are reactive; read them from this object. */
export type ServiceLinkState = {
  /** Whether `open` shows Link: at once, or as soon as `getToken` has returned a token. */
  readonly ready: boolean;
  /** The reason why Link cannot be opened, or null. Errors of an opened Link go to `onExit`. */
  readonly error: Error | null;
  /** Shows Link; if its token has not come yet, as soon as it has. */
  open: () => void;
  /** Exits Link, which may ask the user first unless `force` is true. */
  exit: Handler["exit"];
};

/**
 * Prepares Link while the component is mounted, and removes it afterwards. The options are a
 * function, so that they may read state. They are compared by value: if one changes, Link loads
 * again, once it is closed; new callbacks keep it. Call it while the component is initialised.
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
 * Attaches the list of institutions to an element, as by `createEmbedded`: `<div {@attach
 * embedServiceLink(() => ({ token, onSuccess }))}></div>`. If an option changes, the list starts
 * again; an open window lets its user finish.
 */
export const embedServiceLink =
  (options: () => EmbeddedOptions): ((element: Element) => () => void) =>
  (element) => {
    const controller = createController(
      "embedServiceLink",
      () => {},
      embedIn(() => element),
    );
    // A read of state here would attach it again after each change.
    return untrack(() => follow(options, controller));
  };

/** Gives a controller the options, again after each change; returns the function that ends it. */
const follow = (options: () => LinkOptions, controller: Controller): (() => void) => {
  const whole = toStore(() => {
    const own = { ...options() };
    // Reads nested values, so that their changes count, too.
    JSON.stringify(own);
    return own;
  });
  const unsubscribe = whole.subscribe(controller.update);
  return () => {
    unsubscribe();
    controller.stop();
  };
};
