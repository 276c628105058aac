import { onTestFinished, vi } from "vitest";

/** The origin of Link in these tests; nothing is loaded from there. */
export const ORIGIN = "https://link.example";

/** A sandbox link token that ends with `last`. */
export const linkToken = (last: number | string = 1): string =>
  `link-sandbox-5d5f6c9c-5b0a-4c3e-9a53-0f6f3a1c2b7${last}`;

/** The element in the place of Link's iframe. */
const FRAME = "link-frame";

/** Link's frames in the page, in any handler's shadow tree. */
export const framesInPage = (): Element[] =>
  [...document.documentElement.children].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll(FRAME) ?? []),
  ]);

/** Whether a Link is open in the page. */
export const isLinkOpen = (): boolean => document.querySelector("[data-service-link]") !== null;

/** A page that the test makes idle, with immediate delivery of messages. */
export const openPage = () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (callback: () => void) => idle.push(callback));
  vi.stubGlobal("MessageChannel", SynchronousChannel);
  // A real frame would load its address.
  const createElement = document.createElement.bind(document);
  vi.spyOn(document, "createElement").mockImplementation((tag: string) =>
    createElement(tag === "iframe" ? FRAME : tag),
  );
  const errors = vi.spyOn(console, "error").mockReturnValue(undefined);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return {
    /** Runs everything that waits for an idle page. */
    becomeIdle: () => {
      for (const callback of idle.splice(0)) callback();
    },
    /** The messages in the console. */
    errors: () => errors.mock.calls.map(([error]) => String(error)),
  };
};

/** Plays Link's frame: sends hello, and receives the page's config. */
export const meetFrame = (frame = framesInPage()[0]) => {
  if (!frame) throw new Error("there is no frame in the page");
  const replies: [{ config: Record<string, unknown> }, string, [SynchronousPort]][] = [];
  const source = { postMessage: (...reply: (typeof replies)[number]) => replies.push(reply) };
  Object.defineProperty(frame, "contentWindow", { value: source, configurable: true });
  const data = { service: "link", type: "hello", version: 1 };
  const event = new MessageEvent("message", { data, origin: ORIGIN });
  Object.defineProperty(event, "source", { value: source });
  window.dispatchEvent(event);
  const [reply] = replies;
  if (!reply) throw new Error("the page sent no config");
  const [{ config }, , [port]] = reply;
  const say = (message: object) => port.postMessage(message);
  return {
    config,
    say,
    ready: () => say({ type: "ready" }),
    succeed: () => say({ type: "success", publicToken: "public-sandbox-1", metadata: METADATA }),
    leave: () => say({ type: "exit", error: null, metadata: METADATA }),
  };
};

const METADATA = { link_session_id: "s", institution: null } as const;

type SynchronousPort = { postMessage(data: unknown): void; close(): void };

class SynchronousChannel {
  port1 = { onmessage: undefined as unknown, postMessage: () => undefined, close: () => undefined };
  port2: SynchronousPort = {
    postMessage: (data) => {
      const { onmessage } = this.port1;
      if (typeof onmessage === "function") onmessage({ data });
    },
    close: () => undefined,
  };
}
