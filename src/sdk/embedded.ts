import type { FrameMessage } from "../protocol/link/messages.ts";
import type { Service } from "./config-type.ts";
import type { LinkParts } from "./index.ts";
import { connectTag } from "./script-tag.ts";

type Message<T extends FrameMessage["type"]> = Extract<FrameMessage, { type: T }>;

/** The height of the list until the frame reports it, in CSS pixels. */
const FIRST_HEIGHT = 448;

/**
 * Shows Link's list of institutions in an element of the page. The overlay's dialog is a child of
 * the element. The closed dialog shows the list in place; after the user's choice, the dialog opens
 * as a window. The frame is never moved, so its session continues.
 */
export const embedSearch = (
  element: Element,
  ...[frame, overlay, messageHandlers, handler, start]: LinkParts
): void => {
  const { mount, open, close, reveal, focus, showUnavailable } = overlay;
  const { lost, success } = messageHandlers;
  const style = new CSSStyleSheet();
  let dialog: HTMLDialogElement;
  let isWindow = false;
  let isLinked = false;

  // The page has hidden or removed the window. A hidden window would leave the rest of the page
  // inert.
  const sizes = new ResizeObserver(() => {
    if (!isWindow || dialog.offsetWidth) return;
    if (frame.isConnected) handler.exit({ force: true });
    else lost({ type: "lost" });
  });

  // Notifies the frame that it shows the list.
  Object.defineProperty(frame, "src", {
    set: (address: string) => frame.setAttribute("src", `${address}&embedded`),
  });

  Object.assign(overlay, {
    isTaken: () => false,
    mount() {
      mount(element);
      dialog = frame.parentElement as HTMLDialogElement;
      const { onclose } = dialog;
      dialog.onclose = (event) => isWindow && onclose?.call(dialog, event);
      // The frame has the focus when its list becomes a window.
      dialog.focus = () => undefined;
      sizes.observe(dialog);
      const shadow = dialog.getRootNode() as ShadowRoot;
      if (!shadow.adoptedStyleSheets.includes(style)) shadow.adoptedStyleSheets.push(style);
      dialog.inert = false;
    },
    // The frame becomes visible when its size is known.
    reveal() {},
    // The list never takes the page's focus by itself.
    open() {},
    focus() {},
    showUnavailable(...notice: Parameters<typeof showUnavailable>) {
      // An inert dialog takes no focus.
      dialog.inert = !isWindow;
      showUnavailable(...notice);
      dialog.inert = false;
    },
    close() {
      close();
      if (!frame.isConnected) return;
      isWindow = dialog.inert = false;
      // The page is called back first, and may destroy the handler then.
      if (!isLinked) return queueMicrotask(() => frame.isConnected && handler.open());
      // The token is used up, so the overlay's style hides the closed dialog. The frame's last
      // click must end first. Without the frame, Chromium never reports the end of the click to a
      // test.
      style.disabled = true;
      setTimeout(() => frame.isConnected && handler.destroy(), 100);
    },
  } satisfies Partial<typeof overlay>);

  Object.assign(messageHandlers, {
    size({ height }: Message<"size">) {
      // Zero while the page hides the element.
      style.replaceSync(listStyle(height || FIRST_HEIGHT));
      reveal();
    },
    success(message: Message<"success">) {
      isLinked = true;
      success(message);
    },
    expand() {
      isWindow = true;
      open();
      focus();
    },
    // The page has moved the element, or navigated the frame.
    lost: (message: Parameters<typeof lost>[0]) => (isWindow ? lost(message) : start()),
  });

  style.replaceSync(listStyle(FIRST_HEIGHT));
  start();
};

/**
 * The style of the list, which extends the overlay's style. The element keeps its height while a
 * window is open.
 */
const listStyle = (height: number): string => `\
:host{display:block!important;width:100%!important;height:${height}px!important}\
dialog:not([open]){visibility:visible;position:relative;width:100%;height:100%;background:none}\
:not([open])>.on{visibility:visible}\
:not([open])>section{width:100%;max-width:420px}\
@media(prefers-reduced-motion:no-preference){:host{transition:height .2s!important}}`;

/** The embedded search, for `createEmbedded` or for a script tag with a token. */
export const embed = (element: Element, ...given: LinkParts | [service: Service]): void => {
  if (given.length === 1) connectTag(element as HTMLScriptElement, given[0]);
  else embedSearch(element, ...given);
};
