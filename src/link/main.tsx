import { signal } from "@preact/signals-core";
import { wordsIn } from "../i18n/link.ts";
import { createBridgeClient } from "./bridge-client.ts";
import { readInstitutions } from "./first-view/hydrate.ts";
import { meetPage } from "./host.ts";
import { showLink } from "./link-window.tsx";
import { load, pause } from "./load.ts";
import { resumeCredentials } from "./resume-credentials.ts";
import { runSessions, type Sessions } from "./run-sessions.ts";
import { whenIdle } from "./when-idle.ts";

type LazyChunk = typeof import("./lazy.ts");

/**
 * Starts Link in its document: performs the handshake with the page, hydrates the document, and
 * draws the session's state.
 */
const main = async (root: HTMLElement): Promise<void> => {
  const institutions = readInstitutions(root);
  const { lang } = document.documentElement;
  const words = wordsIn(lang);
  // In a WebView, Link is the whole page. A frame learns about its page only by the handshake.
  const isWebview = parent === window && root.className === "webview";
  const host = isWebview ? (await import("./webview.ts")).meetApp(window) : await meetPage(window);
  const lazyChunk = signal<LazyChunk | null>(null);
  let loading: Promise<LazyChunk> | null = null;
  /** The browser's last report. A later response disproves "offline". */
  let isOffline = false;

  /** Loads the lazy chunk while the user reads the list. */
  const loadLazyChunk = (): Promise<LazyChunk> => {
    loading ??= load(() => import("./lazy.ts")).then((chunk) => {
      lazyChunk.value = chunk;
      chunk.attachLazyBehaviour(root, sessions);
      return chunk;
    });
    return loading;
  };

  const setOffline = (next: boolean): void => {
    isOffline = next;
    sessions.send({ type: next ? "network.lost" : "network.back" });
  };

  let present = (sessions: Sessions): Sessions => sessions;
  if (root.className === "embedded")
    present = (await import("./embedded.ts")).embed(root, host, institutions);

  const sessions: Sessions = runSessions({
    host,
    client: createBridgeClient({
      fetch: async (path, init, send = fetch) => {
        const response = await send(path, init);
        if (isOffline) setOffline(false);
        return response;
      },
      pause,
      isOffline: () => isOffline,
      language: () => document.documentElement.lang,
      newId,
    }),
    institutions: institutions ?? [],
    lazyChunk,
    loadLazyChunk,
    newId,
    resumeCredentials,
    // A page in the back/forward cache may be restored.
    onPageGone: (leave) =>
      addEventListener("pagehide", ({ persisted }) => {
        if (!persisted) leave();
      }),
    clock: Date.now,
  });

  addEventListener("offline", () => setOffline(true));
  addEventListener("online", () => setOffline(false));
  const setLanguage = showLink({
    root,
    host,
    isWebview,
    institutions,
    lazyChunk,
    sessions: present(sessions),
  });
  await setLanguage(lang, words);
  whenIdle(loadLazyChunk);
};

/** Random letters and digits. On a page without HTTPS, `randomUUID` is missing. */
const newId = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) =>
    (byte & 31).toString(32),
  ).join("");

// Starts when the whole document has been parsed.
addEventListener("DOMContentLoaded", () => main(document.getElementById("root") as HTMLElement));
