import { isConfigMessage, isPageMessage } from "../protocol/message-guards.ts";
import type { FrameHello, FrameMessage, PageMessage } from "../protocol/messages.ts";

/** The page around us, once it has spoken: what it asked for, and the private line to it. */
export type Host = {
  origin: string;
  config: Record<string, unknown>;
  post(message: FrameMessage): void;
  listen(listener: (message: PageRequest) => void): void;
};

/** What the page asks of the session; that we are there is answered without it. */
export type PageRequest = Exclude<PageMessage, { type: "ping" }>;

/**
 * Meets the page that framed us. We speak first, to the one origin that the server let frame this
 * document, and say nothing but that we are here; the answer is the configuration, with a port that
 * carries all the rest. An answer counts if it comes from the parent window, from that origin, in
 * the right shape, in this order; the first one that does is the only one.
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
