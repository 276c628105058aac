import { hydrate, render, type VNode } from "preact";
import { replay } from "./held-act.ts";

/**
 * Draws for the first time. Where the server has drawn this view into the document (`isServed`), its
 * elements are hydrated: they stay, with the focus, the scroll position and the letters in them, and
 * the letters are replayed: unless a control was clicked after them, since they would narrow the list.
 */
export const hydrateView = (view: VNode, root: HTMLElement, isServed: boolean): void => {
  if (!isServed) {
    root.replaceChildren();
    render(view, root);
    return;
  }
  hydrate(view, root);
  const input = root.querySelector("input");
  queueMicrotask(() => {
    if (input?.value && !(window.heldAct?.target as Element | undefined)?.closest("button"))
      replay("input", input);
  });
};
