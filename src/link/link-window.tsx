import { render, type VNode } from "preact";
import type { FirstWords } from "../i18n/catalogue.ts";
import { wordsIn } from "../i18n/link.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import { replayHeldAct, stopHolding } from "./first-view/held-act.ts";
import { hydrateView } from "./first-view/hydrate-view.ts";
import type { Host } from "./host.ts";
import type { Load } from "./load.ts";
import { firstMoves } from "./machine/first-moves.ts";
import type { MachineEvent } from "./machine/machine-event.ts";
import type { State } from "./machine/states.ts";
import { transition } from "./machine/transition.ts";
import type { SessionPreview } from "./session-options.ts";
import { App, focusView } from "./views/app.tsx";
import { firstViews } from "./views/index.ts";

type LinkWindowOptions = {
  root: HTMLElement;
  host: Host;
  isWebview: boolean;
  /** The institutions that the document came with; null if none did. */
  institutions: InstitutionRow[] | null;
  /** What comes after the first view; null as long as it is not here. */
  later(): typeof import("./later.ts") | null;
  send(event: MachineEvent): void;
  /** Loads what comes after the first view. */
  load: Load;
};

/** The window that the user sees: always the last state, in the session's language. */
export type LinkWindow = {
  paint(state: State, session: SessionPreview | null): void;
  /** Draws the same state again, after something else has changed. */
  draw(): void;
  /** Switches to a language: the window, its document, and the page around it. */
  speak(language: string, loading?: Promise<FirstWords>): Promise<void>;
  /** Searches in the frame; null until that is possible. */
  localSearch(): ((query: string) => InstitutionRow[]) | null;
};

export const createLinkWindow = (options: LinkWindowOptions): LinkWindow => {
  const { root, host, isWebview, institutions, send, load } = options;
  const servedLanguage = document.documentElement.lang;
  let state: State = { name: "CLOSED" };
  let isPainted = false;
  let text: FirstWords | null = null;
  let language = "";
  let clientName = String(host.config.clientName ?? "");
  let institutionIndex: string | null = null;
  let isCovered = false;

  /** Whether the document came with what is to be drawn. */
  const isServed = (): boolean =>
    text?.language === servedLanguage &&
    (state.name === "SELECT_INSTITUTION"
      ? state.institutions === institutions
      : state.name === "LOADING.start" && !institutions);

  let put = (view: VNode): void => {
    put = (next) => render(next, root);
    hydrateView(view, root, isServed());
  };

  const localSearch = () => options.later()?.localSearch(institutionIndex) ?? null;

  const draw = (): void => {
    if (!text || !isPainted) return;
    const later = options.later();
    const views = { ...firstViews, ...later?.laterViews };
    const moves = later?.allMoves ?? firstMoves;
    const hasBack = transition(moves, state, { type: "back.requested" })[0] !== state;
    const layers = state.name === "CLOSED" ? [] : later?.layers(state);
    const closing = isWebview ? text.closing : "";
    put(<App {...{ state, send, views, text, clientName, hasBack, layers, isCovered, closing }} />);
    watch(root.querySelector(".card"));
    localSearch();
  };

  /** Watches the card; until there is a guard, the document holds back what the user does. */
  let watch: (card: Element | null) => void = () => undefined;

  // Nothing is around the page of a WebView, and not every browser can tell what lies over a frame.
  if (isWebview || !("isVisible" in IntersectionObserverEntry.prototype))
    watch = () => {
      watch = () => undefined;
      stopHolding();
      queueMicrotask(replayHeldAct);
    };
  else
    void load(() => import("./clickjacking-guard.ts")).then(({ guardAgainstClickjacking }) => {
      watch = guardAgainstClickjacking(isPainted, (next) => {
        isCovered = next;
        draw();
      });
      draw();
    });

  const speak: LinkWindow["speak"] = async (next, loading = wordsIn(next)) => {
    language = next;
    const words = await loading;
    if (language !== next) return;
    text = words;
    document.documentElement.lang = words.language;
    document.title = words.window;
    host.post({ type: "title", title: words.window });
    draw();
  };

  // The page hands focus over in its own time, and that may take it from what has it here.
  addEventListener("focus", () => setTimeout(focusView, 0, root));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented)
      send({ type: state.name === "EXIT" ? "back.requested" : "exit.requested" });
  });

  return {
    draw,
    speak,
    localSearch,
    paint: (next, session) => {
      isPainted = true;
      state = next;
      institutionIndex = session?.institution_index ?? null;
      if (session) {
        clientName = session.client_name;
        if (session.language !== language) void speak(session.language);
      }
      draw();
    },
  };
};
