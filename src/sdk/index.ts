import { type Channel, connect, type MessageFromFrame } from "./channel.ts";
import { checkConfig, settingsOf } from "./config.ts";
import type { Config, Handler } from "./config-type.ts";
import { createFrame, frameUrl } from "./frame.ts";
import { createOverlay } from "./overlay.ts";
import type { ExitMetadata, LinkError } from "./types.ts";
import { cspFailure, unreachable } from "./unreachable.ts";

/** What the frame tells is as the config's types say; the compiler cannot see that. */
type UntypedConfig = { onEvent?: (...event: unknown[]) => void };
type MessageHandlers = {
  [T in Exclude<MessageFromFrame["type"], "pong">]: (
    message: Extract<MessageFromFrame, { type: T }>,
  ) => void;
};

/** Tells all handlers of the page, of whichever script, that one has made a frame ahead of its opening. */
const FRAME_CREATED = "service-link";

type ExitDetails = { error: LinkError | null; metadata?: ExitMetadata };

/**
 * Prepares Link: it loads out of sight when the page is idle, so that `open` shows it at once.
 * Throws one TypeError that names every missing or wrongly typed field of the config.
 */
export const create = (config: Config): Handler => {
  // Its own fields alone, whatever the page has put into every object.
  const ownConfig: Config = Object.assign(Object.create(null), config);
  checkConfig(ownConfig);
  const { origin: linkOrigin } = ownConfig;
  const settings = settingsOf(ownConfig);
  const frame = createFrame();

  // How many frames other handlers have made since this one made its own.
  let newerFrames = 0;
  // Undefined before the first frame; "over" when a frame has failed and is gone.
  let stage: "loading" | "ready" | "over" | "destroyed" | undefined;
  let isOpen = false;
  // Why there is no Link in the open window; the user has been told, the page not yet.
  let failure: ExitDetails | undefined;
  let channel: Channel | undefined;
  // The ids of the last event of this opening; undefined before the first opening.
  let lastMetadata: Pick<ExitMetadata, "link_session_id" | "request_id">;
  // How often the open frame was asked whether it is there since it last said something.
  let silence = 0;
  let pulse: ReturnType<typeof setInterval>;
  // Waits for the frame to be ready, or for its answer to a forced exit.
  let timer: ReturnType<typeof setTimeout> | undefined;

  const start = () => {
    stop();
    failure = undefined;
    channel = connect(frame, linkOrigin, settings, (message) => {
      silence = 0;
      // A pong has no handler: its arrival has reset the silence.
      (messageHandlers as Record<string, (message: MessageFromFrame) => void>)[message.type]?.(
        message,
      );
    });
    pulse = setInterval(() => {
      if (!isOpen || stage !== "ready") return;
      if (silence++ > 2) reportLoss();
      channel?.send({ type: "ping" });
    }, 5000);
    // Anew, as the page may have sent it elsewhere; set beforehand it adds no step to the history.
    frame.src = frameUrl(linkOrigin, self.origin, settings);
    overlay.mount();
    stage = "loading";
    wait();
  };

  const wait = (
    milliseconds = 15_000,
    details: ExitDetails = unreachable(linkOrigin, "did not answer in 15 seconds"),
  ) => {
    clearTimeout(timer);
    timer = setTimeout(fail, milliseconds, details);
  };

  /** Gives the frame its cue, as soon as it listens; the user need not wait for the rest. */
  const sendOpen = () => {
    // Who is typing into it already would lose their place.
    const { activeElement } = frame.getRootNode() as Document | ShadowRoot;
    if (isOpen && channel?.send({ type: "open" }) && activeElement !== frame) frame.focus();
  };

  const exit = ({
    error,
    metadata = { ...lastMetadata, institution: null, status: null },
  }: ExitDetails) => finish(() => ownConfig.onExit?.(error, metadata));

  /** The one way out of being open: closed first, called back last. */
  const finish = (callback: () => void) => {
    if (!isOpen) return;
    isOpen = false;
    overlay.close();
    // A frame that is not ready yet goes on loading, and may still fail.
    if (stage === "ready") clearTimeout(timer);
    call(callback);
  };

  /** Nobody is there whom the user could still leave: the window is gone, too. */
  const reportLoss = () => failAndExit(unreachable(linkOrigin, "is gone from the page"));

  const messageHandlers: MessageHandlers = {
    here: () => overlay.reveal(),
    hello({ version }) {
      if (version !== 1)
        return fail(unreachable(linkOrigin, "speaks another version: load its link.js anew"));
      overlay.reveal();
      wait();
      sendOpen();
    },
    lost: reportLoss,
    silent() {
      // Its message may still be on the way.
      const reason = "did not show Link: it is down, or a page around it is not registered";
      wait(1000, unreachable(linkOrigin, reason));
    },
    blocked({ directive }) {
      fail(cspFailure(linkOrigin, directive));
    },
    title({ title }) {
      overlay.name(title);
    },
    ready() {
      if (stage !== "loading") return;
      stage = "ready";
      clearTimeout(timer);
      call(() => ownConfig.onLoad?.());
      ownConfig.onLoad = undefined;
    },
    refused: (details) => fail(details),
    event({ name, metadata }) {
      if (!isOpen) return;
      const { link_session_id, request_id } = metadata;
      lastMetadata = { link_session_id, request_id };
      call(() => (ownConfig as UntypedConfig).onEvent?.(name, metadata));
    },
    success({ publicToken, metadata }) {
      finish(() => ownConfig.onSuccess(publicToken, metadata));
    },
    exit,
  };

  /** Gives the frame up. An open window says so to its user; the next open() starts a fresh frame. */
  const fail = (details: ExitDetails) => {
    const { error } = details;
    if (!isOpen || !error) return failAndExit(details);
    report(details);
    stop();
    failure = details;
    overlay.showUnavailable(/^(API|RATE)/.test(error.error_type), error.error_code);
  };

  const failAndExit = (details: ExitDetails) => {
    report(details);
    teardown();
    exit(details);
  };

  const report = ({ error }: ExitDetails) => {
    if (error) console.error(`Service Link: ${error.error_message}`);
  };

  /** Drops a frame that was made ahead and never opened, once three newer ones are there. */
  const makeRoom = () => {
    if (!lastMetadata && ++newerFrames > 2) teardown();
  };

  const stop = () => {
    stage = "over";
    removeEventListener(FRAME_CREATED, makeRoom);
    clearTimeout(timer);
    clearInterval(pulse);
    channel?.close();
  };

  const teardown = () => {
    stop();
    overlay.remove();
  };

  const requestExit = (force = false) => {
    if (!isOpen) return;
    if (failure) {
      teardown();
      return exit(failure);
    }
    if (!channel?.send({ type: "exit", force })) exit({ error: null });
    else if (force) wait(1000, { error: null });
  };

  const handler: Handler = {
    open() {
      if (stage === "destroyed") throw new Error("Service Link: handler destroyed");
      // Nobody may have come to tell us yet.
      if (isOpen && !frame.isConnected) reportLoss();
      if (isOpen) return;
      if (overlay.isTaken()) return console.error("Service Link: another one is open");
      lastMetadata = { link_session_id: null, request_id: null };
      isOpen = true;
      if (!frame.isConnected) start();
      overlay.open();
      sendOpen();
    },
    exit(options) {
      if (ownConfig.isWebview) throw new Error("Service Link: no exit with isWebview");
      const { force = false }: { force?: unknown } = options ?? {};
      if (typeof force !== "boolean") throw new TypeError("Service Link: force must be a boolean");
      requestExit(force);
    },
    destroy() {
      isOpen = false;
      teardown();
      stage = "destroyed";
    },
    get isOpen() {
      return isOpen && frame.isConnected;
    },
  };

  const overlay = createOverlay(frame, settings, { requestExit, retry: start, lost: reportLoss });
  if (linkOrigin === self.origin) console.warn("Service Link: not isolated from the page");
  (self.requestIdleCallback ?? setTimeout)(() => {
    if (stage) return;
    dispatchEvent(new Event(FRAME_CREATED));
    start();
    addEventListener(FRAME_CREATED, makeRoom);
  });
  return handler;
};

/** Runs a callback of the page; what it throws is reported as uncaught, and breaks nothing here. */
const call = (callback: () => void): void => {
  try {
    callback();
  } catch (error) {
    reportError(error);
  }
};
