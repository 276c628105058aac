import { call } from "./call.ts";
import { type Channel, connect, type Heard } from "./channel.ts";
import { checkConfig } from "./config.ts";
import type { Config, Handler } from "./config-type.ts";
import { createFrame, frameUrl } from "./frame.ts";
import { createOverlay } from "./overlay.ts";
import type { ExitMetadata, LinkError } from "./types.ts";
import { unreachable } from "./unreachable.ts";

/** What the frame tells is as the config's types say; the compiler cannot see that. */
type Untyped = { onEvent?: (...event: unknown[]) => void };
type Hears = { [T in Heard["type"]]: (message: Extract<Heard, { type: T }>) => void };
type Ending = { error: LinkError | null; metadata?: ExitMetadata };

/**
 * Prepares Link: it loads out of sight when the page is idle, so that `open` shows it at once.
 * Throws one TypeError that names every missing or wrongly typed field of the config.
 */
export const create = (config: Config): Handler => {
  const given = { ...config };
  checkConfig(given);
  const { origin: linkOrigin, ...rest } = given;
  // A copy, less the functions: what the page changes later does not matter.
  const settings = JSON.parse(JSON.stringify(rest));
  const frame = createFrame();

  // Undefined before the first frame; "over" when a frame has failed and is gone.
  let stage: "loading" | "ready" | "over" | "destroyed" | undefined;
  let isOpen = false;
  let refusal: Ending | undefined;
  let channel: Channel | undefined;
  // What the last event of this opening was known by.
  let known: Pick<ExitMetadata, "link_session_id" | "request_id">;
  // How often the open frame was asked whether it is there since it last said something.
  let silence = 0;
  let pulse: ReturnType<typeof setInterval>;
  // Waits for the frame to be ready, or for its answer to a forced exit.
  let timer: ReturnType<typeof setTimeout> | undefined;

  const start = () => {
    drop();
    channel = connect(frame, linkOrigin, settings, (message) => {
      silence = 0;
      (hears[message.type] as ((message: Heard) => void) | undefined)?.(message);
    });
    pulse = setInterval(() => {
      if (!isOpen || stage !== "ready") return;
      if (silence++ > 2) lost();
      channel?.send({ type: "ping" });
    }, 5000);
    // Anew, as the page may have sent it elsewhere; set beforehand it adds no step to the history.
    frame.src = frameUrl(linkOrigin, self.origin, settings);
    overlay.mount();
    stage = "loading";
    wait(15_000, unreachable(linkOrigin, "did not answer in 15 seconds"));
  };

  const wait = (milliseconds: number, ending: Ending) => {
    clearTimeout(timer);
    timer = setTimeout(fail, milliseconds, ending);
  };

  /** Gives the frame its cue, as soon as it listens; the user need not wait for the rest. */
  const begin = () => {
    // Who is typing into it already would lose their place.
    if (isOpen && channel?.send({ type: "open" }) && document.activeElement !== frame)
      frame.focus();
  };

  const exit = ({ error, metadata = { ...known, institution: null, status: null } }: Ending) =>
    finish(() => given.onExit?.(error, metadata));

  /** The one way out of being open: closed first, called back last. */
  const finish = (callback: () => void) => {
    if (!isOpen) return;
    isOpen = false;
    refusal = undefined;
    overlay.close();
    // A frame that is not ready yet goes on loading, and may still fail.
    if (stage === "ready") clearTimeout(timer);
    call(callback);
  };

  const lost = () => fail(unreachable(linkOrigin, "is gone from the page"));

  const hears: Hears = {
    hello: begin,
    lost,
    // That it came says all.
    pong: () => undefined,
    title({ title }) {
      overlay.name(title);
    },
    ready() {
      if (stage !== "loading") return;
      stage = "ready";
      clearTimeout(timer);
      call(() => given.onLoad?.());
      given.onLoad = undefined;
    },
    refused(ending) {
      if (!isOpen) refusal = ending;
      fail(ending);
    },
    event({ name, metadata }) {
      if (!isOpen) return;
      const { link_session_id, request_id } = metadata;
      known = { link_session_id, request_id };
      call(() => (given as Untyped).onEvent?.(name, metadata));
    },
    success({ publicToken, metadata }) {
      finish(() => given.onSuccess(publicToken, metadata));
    },
    exit,
  };

  /** Gives the frame up; the next open() starts a fresh one. */
  const fail = (ending: Ending) => {
    if (ending.error) console.error(`Service Link: ${ending.error.error_message}`);
    drop();
    exit(ending);
  };

  const drop = () => {
    stage = "over";
    clearTimeout(timer);
    clearInterval(pulse);
    channel?.close();
    overlay.remove();
  };

  const leave: Handler["exit"] = (options) => {
    if (!isOpen) return;
    const force = !!options?.force;
    if (!channel?.send({ type: "exit", force })) exit({ error: null });
    else if (force) wait(1000, { error: null });
  };

  const handler: Handler = {
    open() {
      if (stage === "destroyed") throw new Error("Service Link: handler destroyed");
      // Nobody may have come to tell us yet.
      if (isOpen && !frame.isConnected) lost();
      if (isOpen) return;
      if (document.querySelector(`dialog:modal>[name=${frame.name}]`))
        return console.error("Service Link: another one is open");
      known = { link_session_id: null, request_id: null };
      isOpen = true;
      if (refusal) exit(refusal);
      else {
        if (!frame.isConnected) start();
        overlay.open();
        begin();
      }
    },
    exit(options) {
      if (given.isWebview) throw new Error("Service Link: no exit with isWebview");
      leave(options);
    },
    destroy() {
      isOpen = false;
      drop();
      stage = "destroyed";
    },
    get isOpen() {
      return isOpen && frame.isConnected;
    },
  };

  const overlay = createOverlay(frame, leave, lost);
  if (linkOrigin === self.origin) console.warn("Service Link: not isolated from the page");
  (self.requestIdleCallback ?? setTimeout)(() => {
    if (!stage) start();
  });
  return handler;
};
