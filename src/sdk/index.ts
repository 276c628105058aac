import { type Channel, connect, type MessageFromFrame } from "./channel.ts";
import { checkConfig, toSettings } from "./config.ts";
import type { Config, Handler } from "./config-type.ts";
import { createFrame, frameUrl } from "./frame.ts";
import { createOverlay, type Overlay } from "./overlay.ts";
import type { ExitMetadata, LinkError } from "./types.ts";
import { cspFailure, unreachable } from "./unreachable.ts";

/** The frame's messages match the config's types, which the compiler cannot know. */
type UntypedConfig = { onEvent?: (...event: unknown[]) => void };
type MessageHandlers = {
  [T in Exclude<MessageFromFrame["type"], "pong" | "size" | "expand">]: (
    message: Extract<MessageFromFrame, { type: T }>,
  ) => void;
};

/**
 * The event that notifies all handlers of the page, of any script, that one of them has created a frame ahead
 * of its opening.
 */
const FRAME_CREATED = "service-link";

type ExitDetails = { error: LinkError | null; metadata?: ExitMetadata };

/**
 * The stage of a handler's frame, and the moves from it:
 *
 * | stage | next |
 * |---|---|
 * | undefined, before the first frame | `loading`, when the page is idle or opens Link |
 * | `loading` | `ready`; or a failure, or `over`, if Link cannot be shown |
 * | `ready` | a failure, or `over`, if the frame is lost |
 * | a failure | `loading`, if the user tries again; `over`, when the user leaves |
 * | `over`: the frame is removed | `loading`, when the page opens Link |
 * | `destroyed`, from each of them | none |
 *
 * At a failure Link is open, its user has been told, and the page has not. At `destroyed` it is
 * closed; at the other stages it is either.
 */
type Stage = "loading" | "ready" | ExitDetails | "over" | "destroyed" | undefined;

/** The parts of a handler that the embedded search changes before it starts the frame. */
export type LinkParts = [
  frame: HTMLIFrameElement,
  overlay: Overlay,
  messageHandlers: MessageHandlers,
  handler: Handler,
  /** Loads the frame, for the first time or again. */
  start: () => void,
];

/**
 * Prepares Link: it loads out of sight when the page is idle, so that `open` shows it at once.
 * Throws one TypeError that names every missing or wrongly typed field of the config. With `embed`
 * it is open at once, and loads when that has changed its parts.
 */
export const create = (config: Config, embed?: (...parts: LinkParts) => void): Handler => {
  // Own fields only, since the page may have extended Object.prototype.
  const ownConfig: Config = Object.assign(Object.create(null), config);
  checkConfig(ownConfig);
  const { origin: linkOrigin } = ownConfig;
  const settings = toSettings(ownConfig);
  const frame = createFrame();

  let channel: Channel | undefined;
  let isOpen = !!embed;
  let pulse: ReturnType<typeof setInterval>;
  // The number of frames that other handlers have created since this one created its own.
  let newerFrames = 0;
  // The ids of the last event of this opening; undefined before the first opening.
  let lastMetadata: Partial<ExitMetadata> | undefined;
  // Waits for the frame to be ready, or for its response to a forced exit.
  let timer: ReturnType<typeof setTimeout> | number | undefined;
  let stage: Stage;
  // The number of pings since the open frame's last message.
  let silence = 0;

  const start = () => {
    if (embed && !isOpen) return;
    stop();
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
    // Set again, as the page may have navigated it; set before the frame is in the page, it adds no
    // history entry.
    frame.src = frameUrl(linkOrigin, self.origin, settings);
    overlay.mount();
    stage = "loading";
    wait();
  };

  /** Gives up the frame after a second for the given reason, or after 15 without an answer. */
  const wait = (reason?: ExitDetails) => {
    clearTimeout(timer);
    timer = setTimeout(
      fail,
      reason ? 1000 : 15_000,
      reason ?? unreachable(linkOrigin, "is silent"),
    );
  };

  /** Opens Link in the frame as soon as it listens, without waiting for the rest. */
  const sendOpen = () => {
    if (isOpen && channel?.send({ type: "open" })) overlay.focus();
  };

  const exit = ({ error, metadata }: ExitDetails) => {
    const { link_session_id = null, request_id = null } = Object(lastMetadata);
    finish(() =>
      ownConfig.onExit?.(
        error,
        metadata ?? { link_session_id, request_id, institution: null, status: null },
      ),
    );
  };

  /** The only way to close: closes first, and calls back last. */
  const finish = (callback: () => void) => {
    if (!isOpen) return;
    isOpen = false;
    overlay.close();
    // A frame that is not ready yet continues to load, and may still fail.
    if (stage === "ready") clearTimeout(timer);
    call(callback);
  };

  /** The frame is gone, so there is no exit to confirm. */
  const reportLoss = () => fail(unreachable(linkOrigin, "is gone from the page"), true);

  /**
   * Gives up the frame. An open window tells the user, if it is still in the page; the next open()
   * starts a new frame.
   */
  const fail = (details: ExitDetails, isGone = !frame.isConnected) => {
    const { error } = details;
    if (error) {
      console.error(`Service Link: ${error.error_message}`);
      if (isOpen && !isGone) {
        stop();
        stage = details;
        return overlay.showUnavailable(/^(API|RATE)/.test(error.error_type), error.error_code);
      }
    }
    leave(details);
  };

  const leave = (details: ExitDetails) => {
    teardown();
    exit(details);
  };

  /** Drops a frame that was created ahead and never opened, once there are three newer ones. */
  const dropStaleFrame = () => {
    if (!lastMetadata && ++newerFrames > 2) teardown();
  };

  const stop = () => {
    stage = "over";
    removeEventListener(FRAME_CREATED, dropStaleFrame);
    clearTimeout(timer);
    // This clears an interval, too.
    clearTimeout(pulse);
    channel?.close();
  };

  const teardown = () => {
    stop();
    overlay.remove();
  };

  const requestExit = (force = false) => {
    if (!isOpen) return;
    if (typeof stage === "object") return leave(stage);
    if (!channel?.send({ type: "exit", force })) exit({ error: null });
    else if (force) wait({ error: null });
  };

  const messageHandlers: MessageHandlers = {
    here: () => overlay.reveal(),
    hello({ version }) {
      if (version !== 1) return fail(unreachable(linkOrigin, "needs a newer link.js"));
      overlay.reveal();
      wait();
      sendOpen();
    },
    lost: reportLoss,
    silent() {
      // The frame's message may still be on the way.
      const reason = "is down, or a page around Link is not registered";
      wait(unreachable(linkOrigin, reason));
    },
    blocked: () => fail(cspFailure(linkOrigin)),
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
    refused: fail,
    event({ name, metadata }) {
      if (!isOpen) return;
      lastMetadata = metadata;
      call(() => (ownConfig as UntypedConfig).onEvent?.(name, metadata));
    },
    success({ publicToken, metadata }) {
      finish(() => ownConfig.onSuccess(publicToken, metadata));
    },
    exit,
  };

  const handler: Handler = {
    open() {
      if (stage === "destroyed") throw new Error("Service Link: destroyed");
      // The observer may not have reported the removal yet.
      if (isOpen && !frame.isConnected) reportLoss();
      if (isOpen) return;
      if (overlay.isTaken()) return console.error("Service Link: another one is open");
      lastMetadata = {};
      isOpen = true;
      if (!frame.isConnected) start();
      overlay.open();
      sendOpen();
    },
    exit(options) {
      if (ownConfig.isWebview) throw new Error("Service Link: no exit with isWebview");
      const { force = false } = Object(options);
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

  const overlay = createOverlay(frame, settings, requestExit, start, reportLoss);
  if (linkOrigin === self.origin) console.warn("Service Link: not isolated");
  if (embed) {
    wait();
    embed(frame, overlay, messageHandlers, handler, start);
  } else
    (self.requestIdleCallback ?? setTimeout)(() => {
      if (stage) return;
      dispatchEvent(new Event(FRAME_CREATED));
      start();
      addEventListener(FRAME_CREATED, dropStaleFrame);
    });
  return handler;
};

/** Runs a callback of the page; an exception is reported as uncaught, and has no effect here. */
const call = (callback: () => void): void => {
  try {
    callback();
  } catch (error) {
    reportError(error);
  }
};
