/** What is no input as long as the window is not seen; the first two are what anything follows from. */
const INPUT = ["click", "submit", "pointerdown", "mousedown", "keydown", "beforeinput", "input"];

/** How long after it opens the window may take to come into sight, in ms. */
const OPENING = 300;

/** What a browser says that knows what lies over an element, and how it is painted. */
type Sighting = IntersectionObserverEntry & { isVisible?: boolean };

/**
 * Keeps all input from a window that the page covers or makes see-through, where the browser can tell
 * (IntersectionObserver v2); `tell` hears of each change. Answers what watches a card that has just
 * opened, and is taken for seen until the browser says otherwise.
 */
export const inputWhenSeen = (
  tell: (isCovered: boolean) => void,
): ((card: Element | null) => void) => {
  let watched: Element | null = null;
  let observer: IntersectionObserver | undefined;
  let phase: "opening" | "seen" | "covered" = "seen";

  const enter = (next: typeof phase): void => {
    const isChange = (next === "covered") !== (phase === "covered");
    phase = next;
    if (isChange) tell(next === "covered");
  };

  for (const type of INPUT)
    addEventListener(
      type,
      (event) => {
        if (phase !== "covered") return;
        // Focus is no input: nobody is to be locked in.
        if ((event as KeyboardEvent).key === "Tab") return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      true,
    );

  return (card) => {
    if (card === watched) return;
    watched = card;
    observer?.disconnect();
    enter(card ? "opening" : "seen");
    if (!card) return;
    const opened = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    observer = new IntersectionObserver(
      (sightings) => {
        const { isVisible } = sightings.at(-1) as Sighting;
        clearTimeout(timer);
        if (isVisible !== false || isCoveredHere()) enter("seen");
        else if (phase === "seen") enter("covered");
        // The page may have shown its dialog in this very moment.
        else timer = setTimeout(enter, opened + OPENING - performance.now(), "covered");
      },
      { trackVisibility: true, delay: 100 } as IntersectionObserverInit,
    );
    observer.observe(card);
  };
};

/** Whether something lies in our own document that is not ours: a password manager's, for instance. */
const isCoveredHere = (): boolean =>
  !!document.querySelector(":is(html,body)>:not(head,body,#root,script,noscript,[hidden])");
