import { onMount } from "svelte";
import { createSubscriber } from "svelte/reactivity";
import { toStore } from "svelte/store";
import type { Handler } from "../config-type.ts";
import { create } from "../module.ts";
import { createController } from "./controller.ts";
import type { LinkOptions } from "./link-options.ts";

export type { GetToken, LinkOptions } from "./link-options.ts";

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
  onMount(() => {
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
  });
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
