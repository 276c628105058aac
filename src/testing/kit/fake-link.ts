import { checkConfig } from "../../sdk/config.ts";
import type { Config, EmbeddedHandler, Handler } from "../../sdk/config-type.ts";
import type { LinkEvent } from "../../sdk/event-types.ts";
import type { ExitMetadata, LinkError, SuccessMetadata } from "../../sdk/types.ts";

/** A handler that the test controls as its user. All callbacks run at once. */
export type FakeHandler = Handler & {
  /** The config that the application passed to `create`. */
  readonly config: Config;
  readonly isDestroyed: boolean;
  /** The number of calls of `open`. */
  readonly openings: number;
  /** Connects an account: calls `onSuccess` with this public token and with default metadata. */
  succeed(publicToken?: string, metadata?: Partial<SuccessMetadata>): void;
  /** Exits Link: calls `onExit` with this error and with default metadata. */
  leave(error?: Partial<LinkError> | null, metadata?: Partial<ExitMetadata>): void;
  /** Sends an event to `onEvent`; ids and the time have defaults. */
  emit<Name extends LinkEvent[0]>(
    name: Name,
    metadata?: Partial<Extract<LinkEvent, [Name, unknown]>[1]>,
  ): void;
};

/** Link without a frame, a server or timers, for unit tests of an application. */
export type FakeLink = {
  /** Replaces the package's `create` or `Service.create`. Refuses the same invalid configs. */
  create(config: Config): Handler;
  /** Replaces `createEmbedded`. The handler is open from the start and reopens after each end. */
  createEmbedded(config: Config, element: Element): EmbeddedHandler;
  /** All handlers in order of creation. */
  readonly handlers: readonly FakeHandler[];
  /** The newest handler. Throws if the application has created no handler. */
  readonly handler: FakeHandler;
  /**
   * Installs the fake as the global `Service` of a window, like the script tag. Returns a function
   * that removes the global.
   */
  install(window: object, name?: string): () => void;
};

const INSTITUTION = { name: "First Platypus Bank", institution_id: "ins_109508" };

/**
 * Creates a fake Link with the callback order of the real Link: one terminal callback per opening,
 * always last.
 */
export const createFakeLink = (): FakeLink => {
  const handlers: FakeHandler[] = [];
  const create = (config: Config): Handler => {
    const handler = createHandler(config, handlers.length + 1);
    handlers.push(handler);
    return handler;
  };
  const createEmbedded = (config: Config): EmbeddedHandler => {
    const openAgain = (): void => {
      if (!handler.isDestroyed) handler.open();
    };
    const handler: FakeHandler = createHandler(
      {
        ...config,
        onSuccess(...details) {
          config.onSuccess(...details);
          openAgain();
        },
        onExit(...details) {
          config.onExit?.(...details);
          openAgain();
        },
      },
      handlers.length + 1,
    );
    handlers.push(handler);
    handler.open();
    return handler;
  };
  return {
    create,
    createEmbedded,
    handlers,
    get handler() {
      const handler = handlers.at(-1);
      if (!handler) throw new Error("the application has called create of this fake Link not once");
      return handler;
    },
    install: (window, name = "Service") => {
      const previous = Object.getOwnPropertyDescriptor(window, name);
      Object.defineProperty(window, name, {
        value: { create, createEmbedded },
        configurable: true,
        writable: true,
      });
      return () => {
        if (previous) Object.defineProperty(window, name, previous);
        else Reflect.deleteProperty(window, name);
      };
    },
  };
};

function createHandler(given: Config, number: number): FakeHandler {
  // The page's own address is where a script tag would find Link.
  const config = { origin: "https://link.example", ...given };
  checkConfig(config);
  let state: "closed" | "open" | "destroyed" = "closed";
  let openings = 0;
  const ids = () => ({
    link_session_id: `fake-session-${number}-${openings}`,
    request_id: `fakerequest${String(number).padStart(4, "0")}`,
  });
  const requireOpen = (method: string) => {
    if (state !== "open")
      throw new Error(
        `FakeHandler.${method}: Link is ${state}; the application has to open it first`,
      );
  };
  const send = (name: string, metadata: object = {}) => {
    const event = { ...ids(), timestamp: new Date().toISOString(), ...metadata };
    (config.onEvent as ((name: string, metadata: object) => void) | undefined)?.(name, event);
  };
  const end = (callback: () => void) => {
    state = "closed";
    callback();
  };
  const leave: FakeHandler["leave"] = (error = null, metadata = {}) => {
    requireOpen("leave");
    const whole: LinkError | null = error && {
      error_type: "ITEM_ERROR",
      error_code: "INVALID_CREDENTIALS",
      error_message: "the fake Link's error",
      display_message: null,
      ...error,
    };
    send("EXIT", whole ? { ...whole, display_message: undefined } : {});
    end(() => config.onExit?.(whole, { ...ids(), institution: null, status: null, ...metadata }));
  };
  queueMicrotask(() => {
    if (state !== "destroyed") config.onLoad?.();
  });
  return {
    config,
    open() {
      if (state === "destroyed") throw new Error("Service Link: handler destroyed");
      if (state === "open") return;
      state = "open";
      openings += 1;
      send("OPEN");
    },
    exit(options) {
      const { force = false }: { force?: unknown } = options ?? {};
      if (config.isWebview) throw new Error("Service Link: no exit with isWebview");
      if (typeof force !== "boolean") throw new TypeError("Service Link: force must be a boolean");
      if (state === "open") leave();
    },
    destroy() {
      state = "destroyed";
    },
    get isOpen() {
      return state === "open";
    },
    get isDestroyed() {
      return state === "destroyed";
    },
    get openings() {
      return openings;
    },
    succeed(publicToken = "public-sandbox-00000000-0000-4000-8000-000000000000", metadata = {}) {
      requireOpen("succeed");
      send("HANDOFF", {
        institution_id: INSTITUTION.institution_id,
        institution_name: INSTITUTION.name,
      });
      const { link_session_id } = ids();
      end(() =>
        config.onSuccess(publicToken, { link_session_id, institution: INSTITUTION, ...metadata }),
      );
    },
    leave,
    emit(name, metadata = {}) {
      requireOpen("emit");
      send(name, metadata);
    },
  };
}
