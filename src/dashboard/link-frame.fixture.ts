import { MessageChannel, type MessagePort } from "node:worker_threads";
import { act } from "@testing-library/preact";

// Every browser has MessageChannel; happy-dom does not.
Object.assign(globalThis, { MessageChannel });

/** Link's frame, played by the test. */
export type LinkFrame = {
  /** The configuration that the page sent. */
  config: unknown;
  /** Sends a message to the page as Link does; it arrives asynchronously. */
  say(message: object): void;
};

/**
 * Opens the conversation without a server, in place of the page's frame or the open handler's
 * frame.
 */
export const meetFrame = async (): Promise<LinkFrame> => {
  const frame = findFrame();
  const messages: unknown[][] = [];
  const frameWindow = { postMessage: (...message: unknown[]) => messages.push(message) };
  Object.defineProperty(frame, "contentWindow", { value: frameWindow });
  const hello = { service: "link", type: "hello", version: 1 };
  const event = new MessageEvent("message", { data: hello, origin: location.origin });
  Object.defineProperty(event, "source", { value: frameWindow });
  await act(() => void window.dispatchEvent(event));
  const [{ config }, , [port]] = messages[0] as [{ config: unknown }, string, [MessagePort]];
  return { config, say: (message) => port.postMessage(message) };
};

/** Returns every frame of the page, including those in the shadow trees of handlers. */
export const framesIn = (root: ParentNode): HTMLIFrameElement[] => [
  ...root.querySelectorAll("iframe"),
  ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) =>
    shadowRoot ? framesIn(shadowRoot) : [],
  ),
];

function findFrame(): HTMLIFrameElement {
  const [frame] = framesIn(document);
  if (!frame) throw new Error("there is no frame in the page");
  return frame;
}
