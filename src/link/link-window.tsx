import { effect, type ReadonlySignal, signal } from "@preact/signals-core";
import { render, type VNode } from "preact";
import type { FirstWords } from "../i18n/catalogue.ts";
import { wordsIn } from "../i18n/link.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import { hydrateView } from "./first-view/hydrate.ts";
import { replayPendingInput, stopHoldingInput } from "./first-view/pending-input.ts";
import type { Host } from "./host.ts";
import type { Load } from "./load.ts";
import type { State } from "./machine/states.ts";
import type { Sessions } from "./run-sessions.ts";
import { App, focusView } from "./views/app.tsx";
import { firstViews } from "./views/index.ts";

type LinkWindowOptions = {
  root: HTMLElement;
  host: Host;
  isWebview: boolean;
  /** The institutions that the document came with; null if none did. */
  institutions: InstitutionRow[] | null;
  /** What comes after the first view; null as long as it is not here. */
  lazyChunk: ReadonlySignal<typeof import("./lazy.ts") | null>;
  sessions: Sessions;
  /** Loads what comes after the first view. */
  load: Load;
};

/** Switches to a language: the window, its document, and the page around it. */
type SetLanguage = (language: string, loading?: Promise<FirstWords>) => Promise<void>;

/**
 * Shows the window that the user sees: always the last state, in the session's language. It is drawn
 * again by one effect, whenever one of the signals that it is made from changes.
 */
export const showLink = (options: LinkWindowOptions): SetLanguage => {
  const { root, host, isWebview, institutions, lazyChunk, load } = options;
  const { state, preview, send } = options.sessions;
  const servedLanguage = document.documentElement.lang;
  const words = signal<FirstWords | null>(null);
  const isCovered = signal(false);
  /** Watches the card; until there is a guard, the document holds back what the user does. */
  const watch = signal((_: Element | null): void => undefined);
  let language = "";
  let clientName = String(host.config.clientName ?? "");
  let isDrawn = false;

  const setLanguage: SetLanguage = async (next, loading = wordsIn(next)) => {
    language = next;
    const text = await loading;
    if (language !== next) return;
    document.documentElement.lang = text.language;
    document.title = text.window;
    host.post({ type: "title", title: text.window });
    words.value = text;
  };

  /** Whether the document came with what is to be drawn. */
  const isServed = (now: State, text: FirstWords): boolean =>
    text.language === servedLanguage &&
    (now.name === "SELECT_INSTITUTION"
      ? now.institutions === institutions
      : now.name === "LOADING.start" && !institutions);

  const draw = (view: VNode, now: State, text: FirstWords): void => {
    if (isDrawn) render(view, root);
    else hydrateView(view, root, isServed(now, text));
    isDrawn = true;
  };

  effect(() => {
    const now = state.value;
    const session = preview.value;
    const chunk = lazyChunk.value;
    chunk?.applyPreview(session);
    if (session) {
      clientName = session.client_name;
      if (session.language !== language) void setLanguage(session.language);
    }
    if (!words.value || (!isDrawn && now.name === "CLOSED")) return;
    if (chunk?.isRowPressed.value && now.name === "SELECT_INSTITUTION") return;
    const text = { ...chunk?.lazyWords, ...words.value };
    draw(
      <App
        state={now}
        send={send}
        views={{ ...firstViews, ...chunk?.lazyViews }}
        text={text}
        clientName={clientName}
        hasBack={chunk?.hasBack(now)}
        layers={now.name === "CLOSED" ? [] : chunk?.layers(now)}
        isCovered={isCovered.value}
        closed={isWebview && chunk?.closedView(text)}
      />,
      now,
      words.value,
    );
    watch.value(root.querySelector(".card"));
  });

  // Nothing is around the page of a WebView, and not every browser can tell what lies over a frame.
  if (isWebview || !("isVisible" in IntersectionObserverEntry.prototype))
    watch.value = () => {
      stopHoldingInput();
      queueMicrotask(replayPendingInput);
    };
  else
    void load(() => import("./clickjacking-guard.ts")).then(({ guardAgainstClickjacking }) => {
      watch.value = guardAgainstClickjacking((next) => {
        isCovered.value = next;
      });
    });

  // The page hands focus over in its own time, and that may take it from what has it here.
  addEventListener("focus", () => setTimeout(focusView, 0, root));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented)
      send({ type: state.value.name === "EXIT" ? "back.requested" : "exit.requested" });
  });

  return setLanguage;
};
