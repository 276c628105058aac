import { bridgeCalls } from "./bridge-calls.ts";
import { solveProofOfWork } from "./captcha.ts";
import { keepKeyboardScroll, submitAnyway, watchRowPress } from "./lazy-behaviour.ts";
import { leavePage } from "./leave-page.ts";
import { reportLiveEvents } from "./live-events.ts";
import { createLocalSearch } from "./local-search.ts";
import type { State } from "./machine/states.ts";
import { transition } from "./machine/transition.ts";
import { transitionTable } from "./machine/transition-table.ts";
import { pruneResumeCredentials } from "./prune-resume-credentials.ts";
import type { Sessions } from "./run-sessions.ts";
import type { SessionPreview } from "./session-options.ts";
import { layers } from "./views/layers.ts";
import { closedView, lazyViews, lazyWords, style } from "./views/lazy-views.tsx";
import { whenIdle } from "./when-idle.ts";

export { closedView, layers, lazyViews, lazyWords, transitionTable };

whenIdle(() => pruneResumeCredentials(() => localStorage));

/** Whether a row is pressed: then the list stands still. */
export const isRowPressed = watchRowPress();

/** Searches all institutions of an address here, once they have been fetched. */
const localSearch = createLocalSearch(async (address) => {
  const { loadIndex } = await import("./institution-index.ts");
  return loadIndex((...request) => fetch(...request), address);
}, whenIdle);

/** Whether there is a way back. */
export const hasBack = (state: State): boolean =>
  transition(transitionTable, state, { type: "back.requested" })[0] !== state;

let searchAddress: string | null = null;

/** Prepares the search for a session's institutions, and gives the window the look of its client. */
export const applyPreview = (session: SessionPreview | null): void => {
  searchAddress = session?.institution_index ?? null;
  localSearch(searchAddress);
  if (!session?.style) return;
  document.styleSheets[0]?.insertRule(session.style);
  // Once: this is called whenever anything changes.
  session.style = "";
};

/** What the bridge is called for. */
export const calls = bridgeCalls(solveProofOfWork, () => localSearch(searchAddress), leavePage);

/**
 * Makes the window fit for the lazy views, and its sessions report their events. The style goes into the document's
 * own sheet, since the content security policy knows that one and allows no other.
 */
export const attachLazyBehaviour = (
  root: HTMLElement,
  sessions: Pick<Sessions, "log" | "client">,
): void => {
  reportLiveEvents(sessions);
  keepKeyboardScroll(root);
  submitAnyway(root);
  const [sheet] = document.styleSheets;
  sheet?.insertRule(`@media all{${style}}`, sheet.cssRules.length);
};
