import { render, type VNode } from "preact";
import { createClient } from "./client.ts";
import { rowsIn } from "./first-sight/rows-in.ts";
import { takeOver } from "./first-sight/take-over.ts";
import { meetPage } from "./host.ts";
import { en, type FirstWords } from "./i18n/en.ts";
import { firstMoves } from "./machine/first-moves.ts";
import type { State } from "./machine/states.ts";
import { transition } from "./machine/transition.ts";
import { resumeCredentials } from "./resume-credentials.ts";
import { runSessions } from "./session.ts";
import type { SessionPreview } from "./session-options.ts";
import { App, focusView } from "./views/app.tsx";
import { firstViews } from "./views/index.ts";
import { whenIdle } from "./when-idle.ts";
import { inputWhenSeen } from "./when-seen.ts";

/**
 * Starts Link in its document: meets the page, then takes over what the document came with, and from
 * there on paints whatever state the session is in.
 */
const main = async (root: HTMLElement): Promise<void> => {
  const institutions = rowsIn(root);
  const served = document.documentElement.lang;
  const words = wordsIn(served);
  // A WebView has Link as its whole page; in a frame nothing but the handshake says which page it is.
  const isWebview =
    parent === window && new URLSearchParams(location.search).get("isWebview") === "true";
  const host = isWebview ? (await import("./webview.ts")).meetApp(window) : await meetPage(window);
  const { config } = host;
  document.documentElement.dataset.theme = String(config.theme);
  let text: FirstWords | null = null;
  let spoken = "";
  let put = (view: VNode): void => {
    put = (next) => render(next, root);
    takeOver(view, root, isThere());
  };
  let isPainted = false;
  let clientName = String(config.clientName ?? "");
  let later: typeof import("./later.ts") | null = null;
  let fetching: Promise<typeof import("./later.ts")> | null = null;
  let state: State = { name: "CLOSED" };
  let index: string | null = null;
  let isCovered = false;
  /** What the browser said last; an answer that comes all the same proves it wrong. */
  let offline = false;
  const moves = () => later?.allMoves ?? firstMoves;

  const localSearch = () => later?.localSearch(index) ?? null;

  const draw = (): void => {
    if (!text || !isPainted) return;
    const views = { ...firstViews, ...later?.laterViews };
    const closing = isWebview ? text.closing : "";
    const hasBack = transition(moves(), state, { type: "back.requested" })[0] !== state;
    const layers = state.name === "CLOSED" ? [] : later?.layers(state);
    put(<App {...{ state, send, views, text, clientName, hasBack, layers, isCovered, closing }} />);
    watch(root.querySelector(".card"));
    localSearch();
  };

  // Nothing is around the page of a WebView.
  const watch = isWebview
    ? () => undefined
    : inputWhenSeen((covered) => {
        isCovered = covered;
        draw();
      });

  const paint = (next: State, session: SessionPreview | null): void => {
    isPainted = true;
    state = next;
    index = session?.institution_index ?? null;
    if (session) {
      clientName = session.client_name;
      if (session.language !== spoken) void speak(session.language);
    }
    draw();
  };

  /** Says everything in a language from now on: the window, its document, and the page around it. */
  const speak = async (language: string, coming = wordsIn(language)): Promise<void> => {
    spoken = language;
    const words = await coming;
    if (language !== spoken) return;
    text = words;
    document.documentElement.lang = text.language;
    document.title = text.window;
    host.post({ type: "title", title: text.window });
    draw();
  };

  /** Whether the document came with what is to be drawn. */
  const isThere = (): boolean =>
    text?.language === served &&
    (state.name === "SELECT_INSTITUTION"
      ? state.institutions === institutions
      : state.name === "LOADING.start" && !institutions);

  /** What is after the list comes while the user reads it; where that fails, it is asked for again. */
  const loadLater = (): Promise<typeof import("./later.ts")> => {
    fetching ??= import("./later.ts").then(
      (loaded) => {
        later = loaded;
        later.dress(root);
        draw();
        return later;
      },
      async () => {
        fetching = null;
        await pause(1000);
        return loadLater();
      },
    );
    return fetching;
  };

  const hear = (isOffline: boolean): void => {
    offline = isOffline;
    send({ type: isOffline ? "network.lost" : "network.back" });
  };

  const send = runSessions({
    host,
    client: createClient({
      fetch: async (...request) => {
        const response = await fetch(...request);
        if (offline) hear(false);
        return response;
      },
      pause,
      isOffline: () => offline,
      language: () => document.documentElement.lang,
      newId,
    }),
    institutions: institutions ?? [],
    later: () => later,
    loadLater,
    localSearch,
    paint,
    newId,
    resumeCredentials,
    // One that is kept as it stands may be come back to.
    onPageGone: (leave) =>
      addEventListener("pagehide", ({ persisted }) => {
        if (!persisted) leave();
      }),
    clock: Date.now,
  });

  // The page hands focus over in its own time, and that may take it from what has it here.
  addEventListener("focus", () => setTimeout(focusView, 0, root));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented)
      send({ type: state.name === "EXIT" ? "back.requested" : "exit.requested" });
  });
  addEventListener("offline", () => hear(true));
  addEventListener("online", () => hear(false));
  await speak(served, words);
  whenIdle(loadLater);
};

/** Letters and digits that nobody can guess; a page that came by plain HTTP has no `randomUUID`. */
const newId = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) =>
    (byte & 31).toString(32),
  ).join("");

const wordsIn = async (language: string): Promise<FirstWords> =>
  language === "fr"
    ? import("./i18n/fr.ts").then(
        ({ fr }) => fr,
        () => en,
      )
    : en;

/** Resolves after the time, or once the network is back. */
const pause = (ms: number): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
    addEventListener("online", resolve, { once: true });
  });

const root = document.getElementById("root");
if (root) void main(root);
