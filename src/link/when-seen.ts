import { again } from "./first-sight/take-over.ts";

/** What is no input as long as the window is not seen; the first two are what anything follows from. */
const INPUT = ["click", "submit", "mousedown", "keydown", "beforeinput", "input"];

/**
 * How long the frame has to have stood where it is before anybody looks, in ms. Chromium drops every
 * click on a frame that moved or changed its size in the last half second, once it watches itself.
 */
const STILL = 600;

/** How long a window that was not seen at once may take to come into sight, in ms. */
const OPENING = 300;

/** What a browser says that knows what lies over an element, and how it is painted. */
type Sighting = IntersectionObserverEntry & { isVisible?: boolean };

/**
 * Keeps all input from a window that the page covers or makes see-through, where the browser can tell
 * (IntersectionObserver v2); `tell` hears of each change. Answers what watches a card that has just
 * opened: a click or a submission that comes before it is first seen is done again then.
 */
export const inputWhenSeen = (
  tell: (isCovered: boolean) => void,
): ((card: Element | null) => void) => {
  if (!("isVisible" in IntersectionObserverEntry.prototype)) return () => undefined;
  let watched: Element | null = null;
  let observer: IntersectionObserver | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stillSince = performance.now();
  let phase: "opening" | "seen" | "covered" = "seen";
  let held: (() => void) | null = null;

  const enter = (next: typeof phase): void => {
    const isChange = (next === "covered") !== (phase === "covered");
    phase = next;
    const act = held;
    held = null;
    if (next === "seen") act?.();
    if (isChange) tell(next === "covered");
  };

  const look = (card: Element): void => {
    observer = new IntersectionObserver(
      (sightings) => {
        const { isVisible } = sightings.at(-1) as Sighting;
        clearTimeout(timer);
        if (isVisible || isCoveredHere()) enter("seen");
        else if (phase === "seen") enter("covered");
        // The page may have shown its dialog in this very moment.
        else timer = setTimeout(enter, OPENING, "covered");
      },
      { trackVisibility: true, delay: 100 } as IntersectionObserverInit,
    );
    observer.observe(card);
  };

  const lookOnceStill = (): void => {
    observer?.disconnect();
    clearTimeout(timer);
    if (watched) timer = setTimeout(look, stillSince + STILL - performance.now(), watched);
  };

  for (const [at, type] of INPUT.entries())
    addEventListener(
      type,
      (event) => {
        const target = event.target as Element;
        const isAct = at < 2;
        // Nothing follows from what is outside the card; Link tries there whether forms are sent.
        if (phase === "seen" || (isAct ? !watched?.contains(target) : phase === "opening")) return;
        // Focus is no input: nobody is to be locked in.
        if ((event as KeyboardEvent).key === "Tab") return;
        event.preventDefault();
        event.stopImmediatePropagation();
        if (phase !== "opening") return;
        // Rows are reused by position: the control that was meant may be another element by then.
        const testId = target.closest<HTMLElement>("[data-testid]")?.dataset.testid;
        const control = `[data-testid="${testId}"]:not([hidden] *)`;
        held = () => again(type, testId ? document.querySelector(control) : target);
      },
      true,
    );

  addEventListener("resize", ({ timeStamp }) => {
    stillSince = timeStamp;
    if (watched && phase === "seen") phase = "opening";
    lookOnceStill();
  });

  return (card) => {
    if (card === watched) return;
    watched = card;
    enter(card ? "opening" : "seen");
    lookOnceStill();
  };
};

/** Whether something lies in our own document that is not ours: a password manager's, for instance. */
const isCoveredHere = (): boolean =>
  !!document.querySelector(":is(html,body)>:not(head,body,#root,script,noscript,[hidden])");
