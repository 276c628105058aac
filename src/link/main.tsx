import { render } from "preact";
import type { StartSessionResponse } from "../protocol/bridge.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import { createClient } from "./client.ts";
import { meetPage } from "./host.ts";
import { en, type FirstWords } from "./i18n/en.ts";
import { firstMoves } from "./machine/first-moves.ts";
import type { State } from "./machine/states.ts";
import { resumeSecret } from "./resume-secret.ts";
import { runSessions } from "./session.ts";
import { App, focusView } from "./views/app.tsx";
import { firstViews } from "./views/index.ts";
import { whenIdle } from "./when-idle.ts";

/** Starts Link in its document: meets the page, then paints whatever state the session is in. */
const main = async (root: HTMLElement, institutions: InstitutionRow[]): Promise<void> => {
  const isWebview = new URLSearchParams(location.search).get("isWebview") === "true";
  const host = isWebview ? (await import("./webview.ts")).meetApp(window) : await meetPage(window);
  const { config } = host;
  document.documentElement.dataset.theme = String(config.theme);
  let text: FirstWords = en;
  let spoken: unknown;
  let clientName = String(config.clientName ?? "");
  let later: typeof import("./later.ts") | null = null;
  let fetching: Promise<typeof import("./later.ts")> | null = null;
  let state: State = { view: "CLOSED" };
  let index: string | null = null;
  /** What the browser said last; an answer that comes all the same proves it wrong. */
  let offline = false;
  const moves = () => ({ ...firstMoves, ...later?.laterMoves });

  const searchHere = () => later?.searchHere(index) ?? null;

  const draw = (): void => {
    const views = { ...firstViews, ...later?.laterViews };
    render(<App {...{ state, send, views, text, clientName }} />, root);
    searchHere();
  };

  const paint = (next: State, session: StartSessionResponse | null): void => {
    if (state.view === "CLOSED") root.replaceChildren();
    state = next;
    index = session?.institution_index ?? null;
    if (session) {
      clientName = session.client_name;
      if (session.language !== spoken) void speak(session.language);
    }
    draw();
  };

  /** Says everything in a language from now on: the window, its document, and the page around it. */
  const speak = async (language: unknown): Promise<void> => {
    spoken = language;
    const words = language === "fr" ? (await import("./i18n/fr.ts")).fr : en;
    if (language !== spoken) return;
    text = words;
    document.documentElement.lang = text.language;
    document.title = text.window;
    host.tell({ type: "title", title: text.window });
    draw();
  };

  /** What is after the list comes while the user reads it; where that fails, it is asked for again. */
  const fetchLater = (): Promise<typeof import("./later.ts")> => {
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
        return fetchLater();
      },
    );
    return fetching;
  };

  /** An id that nobody can guess; a page that came by plain HTTP has no `randomUUID`. */
  const newId = (): string => crypto.getRandomValues(new Uint32Array(5)).join("-");

  const hear = (isOffline: boolean): void => {
    offline = isOffline;
    send({ type: isOffline ? "NETWORK_LOST" : "NETWORK_BACK" });
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
      newId,
    }),
    institutions,
    moves,
    later: fetchLater,
    searchHere,
    paint,
    secretOf: (linkToken) => resumeSecret(linkToken, newId()),
    clock: Date.now,
  });

  // The page hands focus over in its own time, and that may take it from what has it here.
  addEventListener("focus", () => setTimeout(focusView, 0, root));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented)
      send({ type: state.view === "EXIT" ? "BACK" : "LEFT" });
  });
  addEventListener("offline", () => hear(true));
  addEventListener("online", () => hear(false));
  await speak(config.language);
  whenIdle(fetchLater);
};

/** Resolves after the time, or once the network is back. */
const pause = (ms: number): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
    addEventListener("online", resolve, { once: true });
  });

const root = document.getElementById("root");
const data = document.getElementById("start");
if (root && data) void main(root, JSON.parse(data.textContent ?? "{}").institutions ?? []);
