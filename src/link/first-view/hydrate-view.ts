import { hydrate, render, type VNode } from "preact";

declare global {
  interface Window {
    /** The user's last click or submission before the script was there; the document notes it. */
    early?: Event;
  }
}

/**
 * Draws for the first time. Where the server has drawn this view into the document (`isServed`), its
 * elements are hydrated: they stay, with the focus, the scroll position and the letters in them, and
 * what the user did to them before is replayed: a click before the letters, since those narrow the
 * list and move its rows; a submission after them, since it is about what they found.
 */
export const hydrateView = (view: VNode, root: HTMLElement, isServed: boolean): void => {
  const { early } = window;
  window.onclick = window.onsubmit = null;
  if (isServed) hydrate(view, root);
  else {
    root.replaceChildren();
    render(view, root);
    return;
  }
  const input = root.querySelector("input");
  queueMicrotask(() => {
    if (early?.type === "click") replay("click", early.target);
    if (input?.value) replay("input", input);
    if (early?.type === "submit") replay("submit", early.target);
  });
};

/** Replays an event of the user's: as a mouse event, since no other one ticks a box or sends a form. */
export const replay = (type: string, target: EventTarget | null): unknown =>
  target?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
