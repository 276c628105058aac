import type { FrameHello, FrameMessage, PageMessage } from "../protocol/messages.ts";

/**
 * The conversation between page and frame.
 *
 * The frame speaks first: `here` once it has something to show, and `hello` once it listens; both go
 * over the window and carry nothing, so that anyone may read them.
 * Of every message on the window the page checks, in this order: that its source is our frame, that
 * its origin is Link's, and its shape; what fails is somebody else's and is passed over in silence.
 *
 * The page answers `hello` with the config, addressed to Link's origin only, and hands over one end
 * of a new MessageChannel. From here on both speak over that private port, which no other script in
 * the page can read or forge; whoever holds its other end has passed the checks, so that messages
 * are told apart by `type` and otherwise believed. The frame says `ready`, or `refused` and why.
 * Where Link may not be shown at all it says `refused` over the window instead of `hello`.
 *
 * Each `open` of the page is followed by any number of `event`s and one last `success` or `exit`;
 * then the page may send `open` again. `exit` of the page asks for that last message.
 *
 * It ends when the page closes the channel: nothing is heard from then on, and nothing can be sent.
 * Or the frame's document goes: then the page gives up the frame, and answers no further `hello`. That
 * somebody has sent the frame elsewhere, or loaded it again, is told by its `load`. That its process has
 * crashed is told by nothing, so that the page says `ping` while Link is open, and a frame that is there
 * says `pong`.
 */
export type Channel = {
  /** Tells the frame, if it listens yet; answers whether it does. */
  send(message: PageMessage): boolean;
  /** Stops listening for good; may be called again. */
  close(): void;
};

/** What the page hears: the frame's own words, and what became of it. */
export type MessageFromFrame =
  | FrameHello
  | FrameMessage
  /** A document is in the frame, and has not said that it is Link. */
  | { type: "silent" }
  /** Nobody is there any more. */
  | { type: "lost" }
  /** The page's own content security policy does not let the frame load. */
  | { type: "blocked"; directive: string };

/** Listens to a frame, answers its hello with the settings, and passes on all it says. */
export const connect = (
  frame: HTMLIFrameElement,
  linkOrigin: string,
  settings: unknown,
  onMessage: (message: MessageFromFrame) => void,
): Channel => {
  let port: MessagePort | undefined;

  const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (port || source !== frame.contentWindow || !isFrameHello(data)) return;
    // In a page without an origin the frame has none either, and a refusal is all that can come of it.
    if (origin !== linkOrigin && (origin !== "null" || data.type !== "refused")) return;
    if (data.type === "hello" && data.version === 1) {
      const { port1, port2 } = new MessageChannel();
      port = port1;
      port.onmessage = (event: MessageEvent<FrameMessage>) => onMessage(event.data);
      const reply = { ...data, type: "config", config: settings };
      frame.contentWindow?.postMessage(reply, linkOrigin, [port2]);
    }
    onMessage(data);
  };

  const reportBlock = ({
    blockedURI,
    effectiveDirective,
    disposition,
  }: SecurityPolicyViolationEvent) => {
    if (
      disposition === "enforce" &&
      effectiveDirective === "frame-src" &&
      blockedURI.startsWith(linkOrigin)
    )
      onMessage({ type: "blocked", directive: effectiveDirective });
  };

  frame.onload = () => {
    frame.onload = () => onMessage({ type: "lost" });
    if (!port) onMessage({ type: "silent" });
  };
  addEventListener("message", listen);
  addEventListener("securitypolicyviolation", reportBlock);
  return {
    send(message) {
      port?.postMessage(message);
      return !!port;
    },
    close() {
      removeEventListener("message", listen);
      removeEventListener("securitypolicyviolation", reportBlock);
      frame.onload = null;
      port?.close();
    },
  };
};

const isFrameHello = (data: unknown): data is FrameHello => {
  const { service, type, error }: Record<string, unknown> = Object(data);
  return service === "link" && (type === "refused" ? !!error : type === "here" || type === "hello");
};
