import { bridgeCalls } from "./bridge-calls.ts";
import {
  addStyle,
  askForTrust,
  createPatience,
  keepKeyboardScroll,
  markWay,
  moveHeight,
  stayAboveKeyboard,
  watchRowPress,
} from "./lazy-behaviour.ts";
import { leavePage } from "./leave-page.ts";
import { reportLiveEvents } from "./live-events.ts";
import { load, pause } from "./load.ts";
import { createLocalSearch } from "./local-search.ts";
import type { State } from "./machine/states.ts";
import { transition } from "./machine/transition.ts";
import { transitionTable } from "./machine/transition-table.ts";
import { createFindView, importEnd, importErrors, importFiles } from "./rare-views.ts";
import type { Sessions } from "./run-sessions.ts";
import type { SessionPreview } from "./session-options.ts";
import { layers } from "./views/layers.ts";
import { closedView, lazyWords, style } from "./views/lazy-views.tsx";
import { whenIdle } from "./when-idle.ts";

export { closedView, layers, lazyWords, transitionTable };

/** Returns the view of a state in a language; undefined while the view's rare chunk loads. */
export const findView = createFindView(load, whenIdle);

const isRowPressed = watchRowPress();
const isPatient = createPatience();

/** Whether a state is not drawn yet: a row of the list is pressed, or the wait may be short. */
export const keepsView = (state: State): boolean =>
  isPatient(state) || (isRowPressed.value && state.name === "SELECT_INSTITUTION");

/** Searches all institutions of an address in the frame, after their fetch. */
const localSearch = createLocalSearch(async (address) => {
  const { loadIndex } = await import("./institution-index.ts");
  return loadIndex((...request) => fetch(...request), address);
}, whenIdle);

/** Whether the state has a way back. */
export const hasBack = (state: State): boolean =>
  transition(transitionTable, state, { type: "back.requested" })[0] !== state;

let searchAddress: string | null = null;

/** Sets the institutions to search, applies the client's style, and warns the page's author. */
export const applyPreview = (session: SessionPreview | null): void => {
  searchAddress = session?.institution_index ?? null;
  localSearch(searchAddress);
  if (session?.theme) document.documentElement.dataset.theme = session.theme;
  if (session?.style) document.styleSheets[0]?.insertRule(session.style);
  if (session?.hint) console.warn(session.hint);
  // Applied once: this function runs on every change.
  if (session) session.style = session.hint = "";
};

/** The calls to the bridge that effects make. */
export const calls = bridgeCalls(
  async (...challenge) => (await importErrors()).solveProofOfWork(...challenge),
  () => localSearch(searchAddress),
  leavePage,
  pause,
  () => load(importFiles),
);

/**
 * Attaches the behaviour and style of the lazy views to the window, and starts the event reports.
 */
export const attachLazyBehaviour = (
  root: HTMLElement,
  sessions: Pick<Sessions, "log" | "client" | "state" | "preview" | "send">,
): void => {
  reportLiveEvents(sessions);
  keepKeyboardScroll(root);
  stayAboveKeyboard(root);
  moveHeight(root);
  markWay(document.documentElement, sessions.state);
  addStyle(style);
  askForTrust(root, sessions);
  whenIdle(async () => {
    const { pruneResumeCredentials, submitAnyway } = await load(importEnd);
    submitAnyway(root);
    pruneResumeCredentials(() => localStorage);
  });
};
