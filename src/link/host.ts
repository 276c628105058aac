import { isConfigMessage, isPageMessage } from "../protocol/link/message-guards.ts";
import type { FrameHello, FrameMessage, PageMessage } from "../protocol/link/messages.ts";

/** The embedding page: its configuration, and the private channel to the page. */
export type Host = {
  origin: string;
  config: Record<string, unknown>;
  post(message: FrameMessage): void;
  listen(listener: (message: PageRequest) => void): void;
};

/** A message of the page about the session; the host itself handles a `ping`. */
export type PageRequest = Exclude<PageMessage, { type: "ping" }>;

/**
 * Performs the handshake with the embedding page. The frame sends `hello` to the only origin that
 * the server allows to embed this document. The page responds with the configuration and a port for
 * later messages. The frame accepts the first response from the parent window with that origin and
 * a valid shape, checked in this order.
 */
export const meetPage = (window: Window): Promise<Host> =>
  new Promise((resolve) => {
    const origin = new URLSearchParams(window.location.search).get("origin") ?? "";
    const onMessage = (event: MessageEvent<unknown>) => {
      const [port] = event.ports;
      if (event.source !== window.parent || event.origin !== origin) return;
      if (!port || !isConfigMessage(event.data)) return;
      window.removeEventListener("message", onMessage);
      resolve({
        origin,
        config: event.data.config,
        post: (message) => port.postMessage(message),
        listen: (listener) => {
          port.onmessage = ({ data }: MessageEvent<unknown>) => {
            if (!isPageMessage(data)) return;
            if (data.type === "ping") port.postMessage({ type: "pong" } satisfies FrameMessage);
            else listener(data);
          };
        },
      });
    };
    window.addEventListener("message", onMessage);
    const hello: FrameHello = { service: "link", type: "hello", version: 1 };
    window.parent.postMessage(hello, origin);
  });
