import { effect, type ReadonlySignal, signal } from "@preact/signals-core";
import { render, type VNode } from "preact";
import type { FirstWords } from "../i18n/catalogue.ts";
import { wordsIn } from "../i18n/link.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import { hydrateView, readCountry, readTrust } from "./first-view/hydrate.ts";
import { replayPendingInput, stopHoldingInput } from "./first-view/pending-input.ts";
import type { Host } from "./host.ts";
import { load } from "./load.ts";
import type { State } from "./machine/states.ts";
import type { Sessions } from "./run-sessions.ts";
import { App, focusView } from "./views/app.tsx";
import { findFirstView } from "./views/index.ts";

type LinkWindowOptions = {
  root: HTMLElement;
  host: Host;
  isWebview: boolean;
  /** The document's institutions; null if the document has none. */
  institutions: InstitutionRow[] | null;
  /** The chunk after the first view; null while it loads. */
  lazyChunk: ReadonlySignal<typeof import("./lazy.ts") | null>;
  sessions: Sessions;
};

/** Sets the language of the window, its document and the page around it. */
type SetLanguage = (language: string, loading?: Promise<FirstWords>) => Promise<void>;

/**
 * Shows the last state in the window, in the session's language. A single effect redraws the window
 * when a signal changes.
 */
export const showLink = (options: LinkWindowOptions): SetLanguage => {
  const { root, host, isWebview, institutions, lazyChunk } = options;
  const { state, preview, send } = options.sessions;
  const servedLanguage = document.documentElement.lang;
  const words = signal<FirstWords | null>(null);
  const isCovered = signal(false);
  /** Watches the card; until the guard is loaded, the document holds input. */
  const watch = signal((_: Element | null): void => undefined);
  let language = "";
  let clientName = String(host.config.clientName ?? "");
  let trust = readTrust(root);
  let country = readCountry(root);
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

  /** Whether the document came with exactly this view. */
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
      ({ trust, country } = session);
      if (session.language !== language) void setLanguage(session.language);
    }
    if (!words.value || (!isDrawn && now.name === "CLOSED")) return;
    if (chunk?.keepsView(now)) return;
    const text = { ...chunk?.lazyWords, ...words.value };
    draw(
      <App
        state={now}
        send={send}
        findView={(name, layer) =>
          chunk ? chunk.findView(name, layer, text.language) : findFirstView(name, layer)
        }
        text={text}
        clientName={clientName}
        trust={trust}
        country={country}
        keptUntil={session?.kept_until}
        hasBack={chunk?.hasBack(now)}
        layers={now.name === "CLOSED" ? [] : chunk?.layers(now)}
        isCovered={isCovered.value}
        closed={isWebview && chunk?.closedView(text)}
      />,
      now,
      words.value,
    );
    // The list inside the page needs no guard.
    watch.value(root.querySelector(":not(.embedded)>.card"));
  });

  // A WebView's page has no embedder, and some browsers do not report whether a frame is covered.
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

  // The page may move focus into the frame at any time, away from the focused element.
  addEventListener("focus", () => setTimeout(focusView, 0, root));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented)
      send({ type: state.value.name === "EXIT" ? "back.requested" : "exit.requested" });
  });

  return setLanguage;
};
