import type { FrameHello, FrameMessage, PageMessage } from "../protocol/link/messages.ts";

/**
 * The conversation between page and frame.
 *
 * The frame speaks first: `here` once it has something to show, and `hello` once it listens; both
 * cross the window and carry only the protocol's version, so anyone may read them. The page checks each message of the
 * window, in this order: its source is our frame, its origin is Link's, and its shape is right;
 * others are ignored.
 *
 * The page responds to `hello` with the config, sent to Link's origin only, with one end of a new
 * MessageChannel. From here on both use that private port, which no other script in the page can
 * read or forge: the holder of its other end has passed the checks, so its messages are dispatched
 * by `type` without further checks. The frame sends `ready`, or `refused` with the reason. If Link
 * may not be shown at all, it sends `refused` over the window instead of `hello`.
 *
 * Each `open` of the page is followed by any number of `event`s and one last `success` or `exit`;
 * then the page may send `open` again. `exit` of the page asks for that last message.
 *
 * The conversation ends when the page closes the channel: no message is received or sent
 * afterwards. Or the frame's document goes: then the page gives up the frame, and ignores any
 * further `hello`. The frame's `load` event tells that it was navigated or reloaded. A crash of its
 * process has no event, so the page sends `ping` while Link is open, and a live frame responds with
 * `pong`.
 */
export type Channel = {
  /** Sends a message if the frame listens already. Returns whether the message was sent. */
  send(message: PageMessage): boolean;
  /** Stops listening for good; idempotent. */
  close(): void;
};

/** The messages for the page: the frame's own messages, and events of the frame's loading. */
export type MessageFromFrame =
  | FrameHello
  | FrameMessage
  /** The frame has loaded a document that is not Link. */
  | { type: "silent" }
  /** The frame's document is gone. */
  | { type: "lost" }
  /** The page's own content security policy does not let the frame load. */
  | { type: "blocked" };

/** Listens to a frame, responds to its hello with the settings, and forwards all messages. */
export const connect = (
  frame: HTMLIFrameElement,
  linkOrigin: string,
  settings: unknown,
  onMessage: (message: MessageFromFrame) => void,
): Channel => {
  let port: MessagePort | undefined;

  const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (port || source !== frame.contentWindow || !isFrameHello(data)) return;
    // In a page with an opaque origin, the frame's origin is opaque too. Only a refusal can then
    // arrive.
    if (origin !== linkOrigin && (origin !== "null" || data.type !== "refused")) return;
    if (data.type === "hello") {
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
      onMessage({ type: "blocked" });
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
