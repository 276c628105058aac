import { chooseWords } from "../i18n/page.ts";

/**
 * Holds Link's frame above the page: a modal dialog in the top layer, which makes the rest of the
 * page inert. It is in a shadow tree under the root, where the page's styles do not reach it, no
 * other modal hides its siblings and no page replaces them. Uses constructed style sheets only,
 * which every CSP allows. While Link is not visible, it shows a notice with a close button.
 */
export type Overlay = {
  /**
   * Puts the frame into the page, invisible: into its root, or into another element. It is never
   * moved, since that would reload it.
   */
  mount(parent?: Element): void;
  /** Whether a Link is open in the page, of this handler or another one. */
  isTaken(): boolean;
  /** Makes the frame visible whenever the dialog is. */
  reveal(): void;
  /**
   * Hides the frame, and shows the user that Link is unavailable, with its code, the time, and a
   * button to try again if that may help.
   */
  showUnavailable(mayTryAgain: boolean, code: string): void;
  /** Names the dialog and the frame by Link's title, in its user's language. */
  name(title: string): void;
  /** Shows Link, and keeps the page from scrolling. */
  open(): void;
  /** Moves focus into the frame. */
  focus(): void;
  /** Hides Link, and restores focus and scrolling; idempotent. */
  close(): void;
  /** Closes, and removes the frame from the page; idempotent. */
  remove(): void;
};

/** Marks the host of an open overlay, for all scripts that may have created one. */
const OPEN = "data-service-link";

/**
 * The user calls `requestExit` to exit, with `force` if the browser has closed the dialog already,
 * and `retry` to try again; `lost` is called if the frame was removed from the page.
 */
export const createOverlay = (
  frame: HTMLIFrameElement,
  { language, theme }: { language?: unknown; theme?: { mode?: string } | string },
  requestExit: (force?: boolean) => void,
  retry: () => void,
  lost: () => void,
): Overlay => {
  const words = chooseWords(language);
  // The page's own styles stay unchanged; several Links may be open and close in any order.
  const scrollLock = new CSSStyleSheet();
  const style = new CSSStyleSheet();
  // The element that had focus when Link opened, and its ancestors, innermost first.
  let openers: Element[] = [];
  const removals = new MutationObserver(() => frame.isConnected || lost());

  const make = <T extends keyof HTMLElementTagNameMap>(tag: T, fields: object = {}) =>
    Object.assign(document.createElement(tag), fields);

  const host = make("div");
  const shadow = host.attachShadow({ mode: "open" });
  const message = make("span", { role: "status" });
  const retryButton = make("button", { textContent: words.again });
  const closeButton = make("button", { textContent: words.close });
  const notice = make("section");
  const dialog = make("dialog", { ariaLabel: frame.title, tabIndex: -1 });
  notice.append(message, retryButton, closeButton);
  dialog.append(notice);
  shadow.append(dialog);
  notice.className = Object(theme).mode ?? theme;
  style.replaceSync(OVERLAY_STYLE);
  shadow.adoptedStyleSheets = [style];

  const close = () => {
    // If no element had focus before, it would stay in the frame.
    frame.blur();
    // Restores focus to the first opener; if that cannot take it, a nearby element gets it below.
    dialog.close();
    dialog.inert = true;
    host.removeAttribute(OPEN);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
      (sheet) => sheet !== scrollLock,
    );
    if (openers[0] !== document.activeElement)
      openers.some((element) =>
        [...element.querySelectorAll<HTMLElement>("a,button,input,[tabindex]")].some((nearest) => {
          nearest.focus();
          return document.activeElement === nearest;
        }),
      );
    openers = [];
  };

  /** Shows the notice in the frame's place: its title, then its advice and code, if it has any. */
  const showNotice = (mayTryAgain: boolean, title: string, ...lines: string[]) => {
    frame.className = "";
    message.replaceChildren(
      make("b", { textContent: title }),
      ...lines.map((textContent) => make("div", { textContent })),
    );
    notice.ariaBusy = `${!lines[0]}`;
    retryButton.hidden = !mayTryAgain;
  };

  close();

  return {
    mount(parent = document.documentElement) {
      // Set on each mount, since rewriting the document removes the listeners of its elements.
      // In Chromium a process that has just started can hand focus back to the page, after the page
      // has moved it into the frame: keys would never reach Link. The frame's element, which is
      // still the active one, then gets another focus event. A DOM without a browser, such as a
      // test's, may give the frame's window no `focus`.
      frame.onfocus = () => setTimeout(() => dialog.open && frame.contentWindow?.focus?.());
      retryButton.onclick = retry;
      closeButton.onclick = () => requestExit();
      Object.assign(dialog, {
        oncancel(event: Event) {
          event.preventDefault();
          requestExit();
        },
        onclose() {
          // This event is asynchronous: Link may have closed the dialog itself, or be open again.
          if (dialog.open || dialog.inert) return;
          close();
          requestExit(true);
        },
      }).prepend(frame);
      if (!dialog.isConnected) {
        shadow.append(dialog);
        parent.append(host);
      }
      showNotice(false, words.starting);
      // Only the frame's ancestors are observed.
      for (const each of [document, parent, shadow, dialog])
        removals.observe(each, { childList: true });
    },
    isTaken: () => !!document.querySelector(`[${OPEN}]`),
    reveal() {
      frame.className = "on";
    },
    showUnavailable(mayTryAgain, code) {
      const advice = mayTryAgain ? words.retry : words.restart;
      // The text of `Date()` has hours and minutes at the same position in every browser.
      showNotice(mayTryAgain, words.failed, advice, `${code}, ${Date().slice(16, 21)}`);
      (mayTryAgain ? retryButton : closeButton).focus();
    },
    name(title) {
      dialog.ariaLabel = frame.title = title;
    },
    open() {
      const root = document.documentElement;
      for (let each = document.activeElement; each; each = each.parentElement) openers.push(each);
      const gutter = innerWidth > root.clientWidth ? "stable" : "auto";
      // If the body's overflow applied to the window, the body would become a scroller of its own,
      // at its top.
      const body =
        getComputedStyle(root).overflow === "visible" ? "body{overflow:visible!important}" : "";
      scrollLock.replaceSync(
        `html{overflow:hidden!important;scrollbar-gutter:${gutter}!important}${body}`,
      );
      document.adoptedStyleSheets.push(scrollLock);
      host.setAttribute(OPEN, "");
      // Inert, so that the frame in it takes no focus yet: if focus goes into a frame, back and in
      // again while its process is busy, Chromium may send what the user types to the page.
      dialog.showModal();
      dialog.inert = false;
      // Until Link listens, Escape has to reach this document.
      dialog.focus();
    },
    focus() {
      // Focusing the frame again would move the user's cursor.
      if (shadow.activeElement !== frame) frame.focus();
    },
    close,
    remove() {
      removals.disconnect();
      close();
      host.remove();
      frame.remove();
    },
  };
};

/**
 * The overlay's style, inside its shadow tree. Important rules of a shadow tree win over the
 * page's, even inline ones, so the host has no box and nothing to inherit. Link stays opaque while
 * the backdrop fades in, since it takes no input before it is fully visible. Its colour scheme is
 * its document's: with another one it would be painted opaque. Declarations are in the order that
 * compresses best.
 */
const OVERLAY_STYLE = `\
:host{all:initial!important;display:contents!important}\
dialog{all:initial;place-items:center;font:16px/1.5 system-ui,sans-serif;position:fixed;inset:0;display:grid;background:#0f172a8c}\
dialog:not([open]){visibility:hidden}\
iframe{visibility:hidden;position:absolute;color-scheme:light;width:100%;height:100%;border:0}\
[open]>.on{visibility:visible}\
.on+section{display:none}\
section{display:grid;gap:12px;width:min(23em,80%);color-scheme:light dark;padding:24px;border-radius:20px;text-align:center;background:Canvas;background:light-dark(#fff,#161b26);color:CanvasText}\
b{font-size:20px}\
div+div{font-size:13px}\
.light{color-scheme:light}\
.dark{color-scheme:dark}\
button{background:#3044c9;background:light-dark(#3044c9,#9fb0ff);cursor:pointer;padding:12px;border-radius:12px;border:1px solid #0000;color:Canvas;font:600 16px/1.5 system-ui,sans-serif}\
button:not([hidden])+button,[aria-busy=true] button{color:inherit;background:none}\
@media(prefers-reduced-motion:no-preference){[open]{animation:a .15s}[aria-busy=true]{animation:b 1s}}\
@keyframes a{0%{background:#0000}}\
@keyframes b{0%,60%{opacity:0}}`;
