import { hydrate, render, type VNode } from "preact";

declare global {
  interface Window {
    /** What the user clicked or submitted last before the script was there; the document notes it. */
    early?: Event;
  }
}

/**
 * Draws for the first time. Where the document came with this view (`isThere`), its elements stay and
 * come alive, with the focus, the scroll position and the letters in them, and what the user did to
 * them is done again: a click before the letters, since those narrow the list and move its rows; a
 * submission after them, since it is about what they found.
 */
export const takeOver = (view: VNode, root: HTMLElement, isThere: boolean): void => {
  const { early } = window;
  window.onclick = window.onsubmit = null;
  if (isThere) hydrate(view, root);
  else {
    root.replaceChildren();
    render(view, root);
    return;
  }
  const input = root.querySelector("input");
  queueMicrotask(() => {
    if (early?.type === "click") again("click", early.target);
    if (input?.value) again("input", input);
    if (early?.type === "submit") again("submit", early.target);
  });
};

/** Does again what the user did: a mouse event, since no other one ticks a box or sends a form. */
export const again = (type: string, target: EventTarget | null): unknown =>
  target?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
