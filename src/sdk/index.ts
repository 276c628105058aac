import { type Channel, connect, type MessageFromFrame } from "./channel.ts";
import { checkConfig, toSettings } from "./config.ts";
import type { Config, Handler } from "./config-type.ts";
import { createFrame, frameUrl } from "./frame.ts";
import { createOverlay, type Overlay } from "./overlay.ts";
import type { ExitMetadata, LinkError } from "./types.ts";
import { cspFailure, unreachable } from "./unreachable.ts";

/** The frame's messages match the config's types, but the compiler cannot infer that. */
type UntypedConfig = { onEvent?: (...event: unknown[]) => void };
type MessageHandlers = {
  [T in Exclude<MessageFromFrame["type"], "pong" | "size" | "expand">]: (
    message: Extract<MessageFromFrame, { type: T }>,
  ) => void;
};

/**
 * The event with which any script's handler notifies all handlers of the page that it has created a
 * frame before its opening.
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

/** The parts of a handler that the embedded search replaces before the frame starts. */
export type LinkParts = [
  frame: HTMLIFrameElement,
  overlay: Overlay,
  messageHandlers: MessageHandlers,
  handler: Handler,
  /** Loads the frame, for the first time or again. */
  start: () => void,
];

/**
 * Prepares Link, which loads invisibly when the page is idle, so that `open` shows Link at once.
 * Throws one TypeError with the name of every missing or mistyped field. With `embed`, Link is open
 * from the start, and loads after `embed` has replaced its parts.
 */
export const create = (config: Config, embed?: (...parts: LinkParts) => void): Handler => {
  // Only own fields count, since the page may have extended Object.prototype.
  const ownConfig: Config = Object.assign(Object.create(null), config);
  checkConfig(ownConfig);
  const { origin: linkOrigin } = ownConfig;
  const settings = toSettings(ownConfig);
  const frame = createFrame();

  let channel: Channel | undefined;
  let isOpen = !!embed;
  let pulse: ReturnType<typeof setInterval>;
  // The number of frames that other handlers created after this handler's frame.
  let newerFrames = 0;
  // The ids of the last event of this opening; undefined before the first opening.
  let lastMetadata: Partial<ExitMetadata> | undefined;
  // The timer for the frame's readiness, and for its response to a forced exit.
  let timer: ReturnType<typeof setTimeout> | number | undefined;
  let stage: Stage;
  // The number of pings since the open frame's last message.
  let silence = 0;

  const start = () => {
    if (embed && !isOpen) return;
    stop();
    channel = connect(frame, linkOrigin, settings, (message) => {
      silence = 0;
      // A pong has no handler: its arrival already resets the timer.
      (messageHandlers as Record<string, (message: MessageFromFrame) => void>)[message.type]?.(
        message,
      );
    });
    pulse = setInterval(() => {
      if (!isOpen || stage !== "ready") return;
      if (silence++ > 2) reportLoss();
      channel?.send({ type: "ping" });
    }, 5000);
    // The address is set again, as the page may have navigated the frame. Setting it outside of the
    // page adds no history entry.
    frame.src = frameUrl(linkOrigin, self.origin, settings);
    overlay.mount();
    stage = "loading";
    wait();
  };

  /**
   * Gives up the frame after a second for the given reason, or after 15 seconds without a response.
   */
  const wait = (reason?: ExitDetails) => {
    clearTimeout(timer);
    timer = setTimeout(
      fail,
      reason ? 1000 : 15_000,
      reason ?? unreachable(linkOrigin, "is silent"),
    );
  };

  /** Opens Link in a listening frame, before the frame is ready. */
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
    // A frame that is not ready continues to load, and may still fail.
    if (stage === "ready") clearTimeout(timer);
    call(callback);
  };

  /** The frame is gone, so there is no exit to confirm. */
  const reportLoss = () => fail(unreachable(linkOrigin, "is gone from the page"), true);

  /**
   * Gives up the frame. An open window that is still in the page informs the user. The next open()
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

  /** Drops an unopened early frame when there are three newer frames. */
  const dropStaleFrame = () => {
    if (!lastMetadata && ++newerFrames > 2) teardown();
  };

  const stop = () => {
    stage = "over";
    removeEventListener(FRAME_CREATED, dropStaleFrame);
    clearTimeout(timer);
    // `clearTimeout` also clears an interval.
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
      // The frame's message may still arrive.
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
