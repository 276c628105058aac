import { bridgeCalls } from "./bridge-calls.ts";
import { keepKeyboardScroll } from "./keyboard-scroll.ts";
import { leavePage } from "./leave-page.ts";
import { createLocalSearch } from "./local-search.ts";
import { allMoves } from "./machine/all-moves.ts";
import { pruneResumeCredentials } from "./prune-resume-credentials.ts";
import { watchRowPress } from "./row-press.ts";
import type { SessionPreview } from "./session-options.ts";
import { submitAnyway } from "./submit-anyway.ts";
import { closedView } from "./views/closed.tsx";
import { layers } from "./views/layers.ts";
import { lazyViews, lazyWords, style } from "./views/lazy-views.ts";
import { whenIdle } from "./when-idle.ts";

export { allMoves, closedView, layers, lazyViews, lazyWords };

whenIdle(() => pruneResumeCredentials(() => localStorage));

/** Whether a row is pressed: then the list stands still. */
export const isRowPressed = watchRowPress();

/** Searches all institutions of an address here, once they have been fetched. */
const localSearch = createLocalSearch(async (address) => {
  const { loadIndex } = await import("./institution-index.ts");
  return loadIndex((...request) => fetch(...request), address);
}, whenIdle);

let searchAddress: string | null = null;

/** Prepares the search for a session's institutions, and gives the window the look of its client. */
export const prepare = (session: SessionPreview | null): void => {
  searchAddress = session?.institution_index ?? null;
  localSearch(searchAddress);
  if (!session?.style) return;
  document.styleSheets[0]?.insertRule(session.style);
  // Once: this is called whenever anything changes.
  session.style = "";
};

/** What the bridge is called for; what solves a proof of work is fetched only when it is asked for. */
export const calls = bridgeCalls(
  async (challenge, signal) => {
    const { solveProofOfWork } = await import("./captcha.ts");
    return solveProofOfWork(challenge, signal);
  },
  () => localSearch(searchAddress),
  leavePage,
);

/**
 * Makes the window fit for the lazy views. Their style goes into the document's own sheet, since the
 * content security policy knows that one and allows no other.
 */
export const dress = (root: HTMLElement): void => {
  keepKeyboardScroll(root);
  submitAnyway(root);
  const [sheet] = document.styleSheets;
  sheet?.insertRule(`@media all{${style}}`, sheet.cssRules.length);
};
