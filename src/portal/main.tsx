import { signal } from "@preact/signals";
import { render } from "preact";
import { PORTAL_WORDS } from "../i18n/portal.ts";
import type { Language } from "../protocol/vocabulary.ts";
import { App } from "./app.tsx";
import { createController } from "./controller.ts";
import { createRequest } from "./request.ts";

/** Starts the account site in its document. */
const main = (root: HTMLElement): void => {
  const { documentElement } = document;
  const language = pickLanguage([location.search.slice(1), ...navigator.languages]);
  const words = PORTAL_WORDS[language];
  documentElement.lang = language;
  document.title = words.title;
  /** Whether the browser reports "offline". Any response disproves the report. */
  const offline = signal(false);
  const ask: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    offline.value = false;
    return response;
  };
  const controller = createController({
    language,
    words,
    request: createRequest(ask),
    startTimer: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  const hasMail = documentElement.dataset.mail !== undefined;
  render(<App {...{ controller, offline, hasMail }} />, root);
  // The fragment opens the session, and is first removed from the address and the history.
  const fragment = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  void controller.start(fragment);
  addEventListener("hashchange", () => {
    const next = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
    if (next !== "") void controller.start(next);
  });
  addEventListener("offline", () => {
    offline.value = true;
  });
  addEventListener("online", () => {
    offline.value = false;
    void controller.reload();
  });
  addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void controller.reload();
  });
};

const isSpoken = (code: string): code is Language => Object.hasOwn(PORTAL_WORDS, code);

/**
 * Returns the first supported language, or English. The address's languages come before the
 * browser's.
 */
const pickLanguage = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.slice(0, 2).toLowerCase()).find(isSpoken) ?? "en";

const root = document.getElementById("root");
if (root) main(root);
