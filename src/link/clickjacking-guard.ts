import { HELD_EVENTS, replayPendingInput, stopHoldingInput } from "./first-view/pending-input.ts";

/** The events that count as input. */
const INPUT = [...HELD_EVENTS, "mousedown", "keydown", "beforeinput", "input"];

/**
 * The time in ms without moves or resizes before the observer starts. While a frame observes
 * itself, Chromium drops clicks on the frame for half a second after a move or resize. For a
 * pending click the observer starts at once.
 */
const STILL_MS = 550;

/** The maximum time in ms until a hidden window appears. */
const OPENING_MS = 300;

/** An entry of IntersectionObserver v2, which reports occlusion and transparency. */
type VisibilityEntry = IntersectionObserverEntry & { isVisible?: boolean };

/**
 * Guards against clickjacking. Blocks all input while the page covers the window or makes it
 * transparent, if the browser reports this (IntersectionObserver v2). Calls `onChange` on each
 * change. Returns a function that watches a newly opened card: input before the card is visible is
 * held and then replayed. The document holds input until the first card.
 */
export const guardAgainstClickjacking = (
  onChange: (isCovered: boolean) => void,
): ((card: Element | null) => void) => {
  let card: Element | null = null;
  let observer: IntersectionObserver | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastMoveAt = performance.now();
  let phase: "opening" | "visible" | "covered" = "visible";

  const enter = (next: typeof phase): void => {
    const isChange = (next === "covered") !== (phase === "covered");
    phase = next;
    if (next === "visible") replayPendingInput();
    if (next === "covered") window.pendingInput = null;
    if (isChange) onChange(next === "covered");
  };

  const observe = (element: Element): void => {
    observer = new IntersectionObserver(
      (entries) => {
        const { isVisible } = entries.at(-1) as VisibilityEntry;
        clearTimeout(timer);
        if (isVisible || isCoveredInDocument()) {
          enter("visible");
          if (stillIn() <= 0) return;
          phase = "opening";
          observeOnceStill();
        } else if (phase === "visible") enter("covered");
        // The page may show its dialog at this moment.
        else timer = setTimeout(enter, OPENING_MS, "covered");
      },
      { trackVisibility: true, delay: 100 } as IntersectionObserverInit,
    );
    observer.observe(element);
  };

  const stillIn = (): number => lastMoveAt + STILL_MS - performance.now();

  const observeOnceStill = (): void => {
    observer?.disconnect();
    observer = undefined;
    clearTimeout(timer);
    if (card) timer = setTimeout(observe, window.pendingInput ? 0 : stillIn(), card);
  };

  for (const [at, type] of INPUT.entries())
    addEventListener(
      type,
      (event) => {
        const element = event.target as Element;
        // Ticking a box has no effect until the form is submitted, as with typing.
        const isHeldKind = at < HELD_EVENTS.length && !element.closest?.("label");
        // The observer stays silent if such an overlay replaces a cover of the page.
        if (phase === "covered" && isCoveredInDocument()) enter("visible");
        // Elements outside the card do nothing; Link tests there whether forms can be submitted.
        if (phase === "visible" || (isHeldKind ? !card?.contains(element) : phase === "opening"))
          return;
        // Moving focus is not input: keyboard users must be able to get out.
        if ((event as KeyboardEvent).key === "Tab") return;
        if (phase === "opening") {
          window.holdInput(event);
          if (!observer) observeOnceStill();
          return;
        }
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      true,
    );

  addEventListener("resize", ({ timeStamp }) => {
    lastMoveAt = timeStamp;
    if (card && phase === "visible") phase = "opening";
    observeOnceStill();
  });

  return (next) => {
    if (next === card) return;
    stopHoldingInput();
    card = next;
    enter(card ? "opening" : "visible");
    observeOnceStill();
  };
};

/** Whether a foreign overlay is in our own document, such as a password manager's overlay. */
const isCoveredInDocument = (): boolean =>
  !!document.querySelector(":is(html,body)>:not(head,body,#root,script,noscript,[hidden])");
