declare global {
  interface Window {
    /**
     * Holds an event in place of the previous event. The document calls this until the first card.
     */
    holdInput(event: Event): void;
    /** The held click or submission. */
    pendingInput?: Event | null;
  }
}

/** The types of event that are held. */
export const HELD_EVENTS = ["click", "submit"];

/** Stops the document from holding events. */
export const stopHoldingInput = (): void => {
  for (const type of HELD_EVENTS) removeEventListener(type, window.holdInput, true);
};

/**
 * Replays the held event, if any. Looks up the event's control again, since the list may have
 * changed.
 */
export const replayPendingInput = (): void => {
  const { pendingInput } = window;
  window.pendingInput = null;
  if (!pendingInput) return;
  const { type, target } = pendingInput;
  const { testid } = (target as Element).closest<HTMLElement>("[data-testid]")?.dataset ?? {};
  const control = `[data-testid="${testid}"]:not([hidden] *)`;
  replay(type, testid ? document.querySelector(control) : target);
};

/**
 * Dispatches an event of the user again, as a mouse event, since only mouse events tick a box or
 * submit a form.
 */
export const replay = (type: string, target: EventTarget | null): unknown =>
  target?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
