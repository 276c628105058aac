import type { FrameHello, FrameMessage, PageMessage } from "../protocol/messages.ts";

/**
 * The conversation between page and frame.
 *
 * The frame speaks first: `hello`, over the window; it carries nothing, so that anyone may read it.
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
 * A second `hello` is a reload: the old port is closed and the same answer given on a new one.
 *
 * It ends when the page closes the channel: nothing is heard from then on, and nothing can be sent.
 */
export type Channel = {
  /** Tells the frame, if it listens yet; answers whether it does. */
  send(message: PageMessage): boolean;
  /** Stops listening for good; may be called again. */
  close(): void;
};

/** What the page hears: the frame's own words, and that it was reloaded. */
export type Heard = FrameHello | FrameMessage | { type: "reloaded" };

/** Listens to a frame, answers its hello with the settings, and passes on all it says. */
export const connect = (
  frame: HTMLIFrameElement,
  linkOrigin: string,
  settings: unknown,
  hear: (message: Heard) => void,
): Channel => {
  let port: MessagePort | undefined;

  const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || origin !== linkOrigin || !isFrameHello(data)) return;
    if (data.type !== "hello") return hear(data);
    const before = port;
    before?.close();
    const { port1, port2 } = new MessageChannel();
    port = port1;
    port.onmessage = (event: MessageEvent<FrameMessage>) => hear(event.data);
    const reply = { ...data, type: "config", config: settings };
    frame.contentWindow?.postMessage(reply, linkOrigin, [port2]);
    hear(before ? { type: "reloaded" } : data);
  };

  addEventListener("message", listen);
  return {
    send(message) {
      port?.postMessage(message);
      return !!port;
    },
    close() {
      removeEventListener("message", listen);
      port?.close();
    },
  };
};

const isFrameHello = (data: unknown): data is FrameHello => {
  const { service, type, version, error }: Record<string, unknown> = Object(data);
  return service === "link" && (type === "refused" ? !!error : type === "hello" && version === 1);
};
