/// <reference types="vite/client" />

import { effect, signal } from "@preact/signals-core";
import type { InstitutionRow } from "../protocol/institution.ts";
import style from "./embedded.css?inline";
import { replayPendingInput, stopHoldingInput } from "./first-view/pending-input.ts";
import type { Host, PageRequest } from "./host.ts";
import { eagerTransitions } from "./machine/eager-transitions.ts";
import { firstState } from "./machine/first-states.ts";
import type { MachineEvent } from "./machine/machine-event.ts";
import type { State } from "./machine/states.ts";
import { transition } from "./machine/transition.ts";
import type { Sessions } from "./run-sessions.ts";

/**
 * Shows the list of institutions inside the page until the user has chosen one; then the page shows
 * the same frame as a window. The session opens with the first input of the user, since a page that
 * only shows the list has opened nothing.
 *
 * The list takes input even if the page covers it, since it only leads to the window, which guards
 * against clickjacking: pages have sticky headers, rounded corners and see-through parents, so a
 * guard would refuse honest ones. The frame itself says when it is a window, whatever the page does.
 */
export const embed = (
  root: HTMLElement,
  host: Host,
  served: InstitutionRow[] | null,
): ((sessions: Sessions) => Sessions) => {
  const { listen } = host;
  let request: (message: PageRequest) => void = () => undefined;
  let isClosed = true;
  let isEmbedded = true;

  const setEmbedded = (next: boolean): void => {
    if (next === isEmbedded) return;
    isEmbedded = next;
    root.classList.toggle("embedded", next);
    if (!next) host.post({ type: "expand" });
  };

  host.listen = (listener) => {
    request = listener;
    listen((message) => {
      if (message.type === "open") return;
      if (isClosed) host.post({ type: "exit", error: null, metadata: NOTHING_KNOWN });
      else listener(message);
    });
  };

  const [sheet] = document.styleSheets;
  sheet?.insertRule(`@media all{${style}}`, sheet.cssRules.length);

  return (sessions) => {
    const { state, preview } = sessions;
    let institutions = served;
    // The list before the session opens, and the user's input.
    const shown = signal<State>(firstState(institutions));
    let query = "";
    let chosen: InstitutionRow | null = null;

    const hasInput = (): boolean => query !== "" || chosen !== null;
    const isStarting = (): boolean => isClosed || state.value.name === "LOADING.start";

    /** Goes to the list, or repeats the user's input in the open session. */
    const proceed = (): void => {
      // The trust facts are above the list.
      if (state.value.name === "SELECT_INSTITUTION.trust") sessions.send({ type: "trust.read" });
      const now = state.value;
      if (!hasInput()) return;
      if (now.name !== "SELECT_INSTITUTION") {
        // The resumed session is at another institution than the user's new choice.
        if (institutionIdOf(now) !== chosen?.institution_id)
          sessions.send({ type: "back.requested" });
        if (state.value.name !== "SELECT_INSTITUTION") {
          query = "";
          chosen = null;
          show();
          return;
        }
      }
      const [typed, institution] = [query, chosen];
      query = "";
      chosen = null;
      if (typed) sessions.send({ type: "search.typed", query: typed });
      if (institution) sessions.send({ type: "institution.selected", institution });
      show();
    };

    const show = (): void => {
      const now = state.value;
      if (now.name !== "SELECT_INSTITUTION") setEmbedded(false);
      shown.value = now;
    };

    effect(() => {
      const now = state.value;
      const session = preview.value;
      isClosed = now.name === "CLOSED";
      institutions ??= session?.institutions ?? null;
      if (isClosed) {
        query = "";
        chosen = null;
        setEmbedded(true);
        shown.value = firstState(institutions);
      } else if (isStarting()) return;
      else if (hasInput() || now.name === "SELECT_INSTITUTION.trust") queueMicrotask(proceed);
      else show();
    });

    const tellSize = (): void => {
      const height = Math.ceil(root.getBoundingClientRect().height);
      if (isEmbedded) host.post({ type: "size", height });
    };
    // Browsers render nothing, and observe nothing, in a frame that is not revealed yet.
    tellSize();
    new ResizeObserver(tellSize).observe(root);
    stopHoldingInput();
    queueMicrotask(replayPendingInput);

    return {
      ...sessions,
      state: shown,
      send(event: MachineEvent) {
        if (!isStarting()) {
          // The list inside the page has nothing to leave.
          if (!(isEmbedded && event.type === "exit.requested")) sessions.send(event);
          return;
        }
        if (event.type === "search.typed") query = event.query;
        else if (event.type === "institution.selected") chosen = event.institution;
        else return;
        [shown.value] = transition(eagerTransitions, shown.value, event);
        if (chosen) setEmbedded(false);
        if (isClosed) request({ type: "open" });
      },
    };
  };
};

const NOTHING_KNOWN = { link_session_id: null, request_id: null, institution: null, status: null };

const institutionIdOf = (state: State): string | undefined =>
  ("form" in state
    ? state.form.institution
    : "institution" in state
      ? state.institution
      : undefined
  )?.institution_id;
