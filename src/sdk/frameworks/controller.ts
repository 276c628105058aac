import type { Config, Handler } from "../config-type.ts";
import type { GetToken, LinkOptions, LinkState } from "./link-options.ts";

type Callback = (...details: unknown[]) => void;

/** Link's options in a component that has further options. */
export const OPTION_NAMES: readonly string[] = [
  "token",
  "getToken",
  "origin",
  "env",
  "onSuccess",
  "onExit",
  "onEvent",
  "onLoad",
  "clientName",
  "product",
  "countryCodes",
  "language",
  "webhook",
  "user",
  "accountSelection",
  "theme",
  "receivedRedirectUri",
] satisfies readonly (keyof LinkOptions)[];

/** The state before the component is in a page, as on a server. */
export const NOT_READY: LinkState = { ready: false, error: null };

/** The Link of a component, which may be mounted and unmounted repeatedly. */
export type Controller = {
  /** The state of the last `onChange`. */
  readonly state: LinkState;
  /** Mounts, or takes changed options; new callbacks and equal settings keep the frame. */
  update(options: LinkOptions): void;
  /** Unmounts: removes Link, open or not, without any callback. */
  stop(): void;
  /** Shows Link; without a token, waits for the token. */
  open(): void;
  /** Exits Link, as the handler's `exit`. */
  exit(options?: Parameters<Handler["exit"]>[0]): void;
};

/**
 * Creates the controller of a component's Link. Creates and destroys handlers when the options
 * change. A change during an open Link waits until Link closes. Error messages begin with `caller`.
 */
export const createController = (
  caller: string,
  onChange: (state: LinkState) => void,
  create: (config: Config) => Handler,
): Controller => {
  // Undefined while the component is not mounted.
  let options: LinkOptions | undefined;
  let handler: Handler | undefined;
  // The settings of the current handler, or the settings that were refused.
  let currentSettings: string | undefined;
  let handlerToken: string | undefined;
  // An unused token from `getToken`.
  let fetchedToken: string | undefined;
  // The used token of an ended Link. With `getToken`, the next Link gets a new token.
  let usedToken: string | undefined;
  // Whether `open` was called before the token came.
  let isWanted = false;
  // The pending fetch of a token.
  let pending: object | undefined;
  let state = NOT_READY;

  const setState = (ready: boolean, error: Error | null) => {
    if (state.ready === ready && state.error === error) return;
    state = { ready, error };
    onChange(state);
  };

  const refuse = (cause: unknown) => {
    const error = cause instanceof Error ? cause : new Error(`${caller}: ${cause}`, { cause });
    isWanted = false;
    console.error(error);
    setState(!!options?.getToken, error);
  };

  /** Brings the handler in line with the options. */
  const sync = () => {
    if (!options) return;
    const { getToken, token: ownToken, ...settings } = options;
    const token = fetchedToken ?? (ownToken === usedToken ? undefined : (ownToken ?? undefined));
    // Always computed, so that frameworks that track reads see a read of each field.
    const newSettings = JSON.stringify([settings, token, !!getToken]);
    if (handler?.isOpen || newSettings === currentSettings) return;
    drop();
    currentSettings = newSettings;
    try {
      if (token !== undefined) checkToken(caller, token, settings.env);
      if (token !== undefined || (settings.key && !getToken))
        handler = create({ ...settings, ...wrap(settings), token } as Config);
    } catch (error) {
      return refuse(error);
    }
    handlerToken = token;
    setState(!!(handler || getToken), null);
    if (isWanted && handler) handler.open();
    if (handler) isWanted = false;
  };

  const drop = () => {
    handler?.destroy();
    handler = currentSettings = undefined;
  };

  /** Returns a callback that calls the same callback in the latest options. */
  const latest =
    (name: "onLoad" | "onEvent" | "onExit" | "onSuccess"): Callback =>
    (...details) =>
      (options?.[name] as Callback | undefined)?.(...details);

  const ending =
    (callback: Callback): Callback =>
    (...details) => {
      if (options?.getToken) {
        usedToken = handlerToken;
        fetchedToken = undefined;
      }
      try {
        callback(...details);
      } finally {
        sync();
      }
    };

  const callbacks: Record<string, Callback> = {
    onLoad: latest("onLoad"),
    onEvent: latest("onEvent"),
    onExit: ending(latest("onExit")),
    onSuccess: ending(latest("onSuccess")),
  };

  /** Wraps callbacks. `create` refuses missing callbacks, and values that are not functions. */
  const wrap = (settings: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(callbacks).map(([name, callback]) => {
        const own = settings[name];
        const isOurs = own === undefined ? name !== "onSuccess" : typeof own === "function";
        return [name, isOurs ? callback : own];
      }),
    );

  const fetchToken = (getToken: GetToken) => {
    if (pending) return;
    const own = {};
    pending = own;
    setState(true, null);
    const take = (use: () => void) => {
      if (pending !== own) return;
      pending = undefined;
      use();
    };
    new Promise<unknown>((resolve) => resolve(getToken())).then(
      (token) =>
        take(() => {
          // The check of the token refuses other types.
          fetchedToken = String(token);
          isWanted = true;
          currentSettings = undefined;
          sync();
        }),
      (error) => take(() => refuse(error)),
    );
  };

  return {
    get state() {
      return state;
    },
    update(newOptions) {
      options = newOptions;
      sync();
    },
    stop() {
      drop();
      options = pending = fetchedToken = undefined;
      isWanted = false;
      setState(false, null);
    },
    open() {
      if (handler) handler.open();
      else if (options?.getToken) fetchToken(options.getToken);
      else if (state.error) console.error(state.error);
      else if (options && options.token !== null)
        refuse(new Error(`${caller}: there is no token; Link needs one, or getToken`));
      else if (options) isWanted = true;
      else if (typeof document === "undefined")
        throw new Error(
          `${caller}: there is no page here; call open in the browser, as in a click`,
        );
    },
    exit(exitOptions) {
      pending = undefined;
      isWanted = false;
      handler?.exit(exitOptions);
    },
  };
};

/** Throws if a token cannot open Link, or belongs to an environment other than `env`. */
const checkToken = (caller: string, token: string, env: string | undefined): void => {
  const [, kind, environment] = /^(\w+)-(\w+)-/.exec(token) ?? [];
  if (kind !== "link" && kind !== "public")
    throw new TypeError(
      `${caller}: token must be a link token or a public token, like link-sandbox-…${kind === "access" ? "; an access token stays on your server" : ""}`,
    );
  if (env && environment !== env)
    throw new TypeError(`${caller}: the token is of ${environment}, but env is ${env}`);
};
