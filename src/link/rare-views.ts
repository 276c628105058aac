/// <reference types="vite/client" />
import { signal } from "@preact/signals-core";
import type { RareWords } from "../i18n/catalogue.ts";
import type { LoginForm } from "../protocol/link/login-form.ts";
import type { Language, ViewName } from "../protocol/vocabulary.ts";
import { addStyle } from "./lazy-behaviour.ts";
import type { Load } from "./load.ts";
import { type ViewState, viewOf } from "./machine/states.ts";
import { lazyViews, withWords } from "./views/lazy-views.tsx";
import type { RareName, RareViewName, RareViews, View, Views } from "./views/view.ts";

/** A rare chunk: its views, their English words, and their style. */
type RareChunk<N extends RareName> = { views: RareViews<N>; words: RareWords[N]; style: string };

/** A chunk for the loader, with any views. */
type AnyRareChunk = { views: object; words: object; style: string };

/** Loads the chunk of errors, which also has other exports. */
export const importErrors = () => import("./rare/errors.ts");

/** Loads the chunk of the end, which also has other exports. */
export const importEnd = () => import("./rare/end.ts");

/** Loads the chunk of files, which also has the upload. */
export const importFiles = () => import("./rare/files.ts");

/** The chunks of rarely shown views. A new chunk needs a new line here. */
const CHUNKS: { [N in RareName]: () => Promise<RareChunk<N>> } = {
  accounts: () => import("./rare/accounts.ts"),
  "by-hand": () => import("./rare/by-hand.ts"),
  code: () => import("./rare/code.ts"),
  consent: () => import("./rare/consent.ts"),
  end: importEnd,
  errors: importErrors,
  files: importFiles,
  mfa: () => import("./rare/mfa.ts"),
  questions: () => import("./rare/questions.ts"),
  "sign-in": () => import("./rare/sign-in.ts"),
  trust: () => import("./rare/trust.ts"),
  ways: () => import("./rare/ways.ts"),
};

/** The words of these chunks in languages other than English. */
const WORDS = import.meta.glob<{ words: object }>(["../i18n/*/rare/*.ts", "!../i18n/en/**"]);

/** The chunks of the views that are rare in every state. */
const RARE: Record<RareViewName, RareName> = {
  CONNECTED: "end",
  CONSENT: "consent",
  ERROR: "errors",
  EXIT: "errors",
  MFA: "mfa",
  OAUTH: "sign-in",
  RECAPTCHA: "errors",
};

/** The chunks of forms that are rare by their purpose. */
const FORMS: { [P in LoginForm["purpose"]]?: RareName } = {
  amounts: "by-hand",
  file: "files",
  numbers: "by-hand",
};

/** A list with at least this many accounts has groups and a filter. */
const MANY_ACCOUNTS = 20;

/** Returns the rare chunk with the view of a state; undefined for other views. */
export const rareChunkOf = (state: ViewState): RareName | undefined => {
  if (state.name === "SELECT_INSTITUTION.trust") return "trust";
  if (state.name === "SELECT_INSTITUTION.ways") return "ways";
  if (state.name === "CREDENTIAL" || state.name === "MFA") {
    const chunk = FORMS[state.form.purpose];
    if (chunk) return chunk === "files" && state.name === "MFA" ? "questions" : chunk;
  }
  if (state.name === "MFA" && state.challenge.type === "code") return "code";
  if (state.name === "CREDENTIAL" && state.form.renewal) return "sign-in";
  if (state.name === "SELECT_ACCOUNT") {
    const { accounts, unavailable } = state.selection;
    if (accounts.length + unavailable.length >= MANY_ACCOUNTS) return "accounts";
  }
  return (RARE as { [V in ViewName]?: RareName })[viewOf(state)];
};

/** Returns the views of a rare chunk, with its words in another language if available. */
export const rareViews = (
  { views, words }: Omit<AnyRareChunk, "style">,
  foreign?: object,
): Partial<Views> =>
  Object.fromEntries(
    Object.entries(views).map(([name, view]) => [
      name,
      withWords(view as View<ViewName>, { ...words, ...foreign }),
    ]),
  );

/**
 * Finds the view of a state in a language; undefined while its rare chunk loads. Loads a rare chunk
 * when its view is entered, and all rare chunks when the browser is idle. Uses the chunk's English
 * words if the words of the language cannot be fetched.
 */
export const createFindView = (
  load: Load,
  whenIdle: (run: () => void) => unknown,
  chunks: Record<RareName, () => Promise<AnyRareChunk>> = CHUNKS,
  wordFiles = WORDS,
) => {
  const loaded = signal<Record<string, Partial<Views>>>({});
  const loading = new Set<string>();
  /** The document's styles. Each chunk returns once per language. */
  const styled = new Set<string>();

  const loadChunk = async (name: RareName, language: Language): Promise<void> => {
    const key = name + language;
    if (loading.has(key)) return;
    loading.add(key);
    const foreign = wordFiles[`../i18n/${language}/rare/${name}.ts`]?.().catch(() => null);
    const chunk = await load<AnyRareChunk>(chunks[name]);
    const views = rareViews(chunk, (await foreign)?.words);
    if (!styled.has(chunk.style)) addStyle(chunk.style);
    styled.add(chunk.style);
    loaded.value = { ...loaded.value, [key]: views };
  };

  const loadAll = (language: Language): void => {
    if (loading.has(language)) return;
    loading.add(language);
    whenIdle(() => {
      for (const name in chunks) void loadChunk(name as RareName, language);
    });
  };

  return <V extends ViewName>(
    view: V,
    state: ViewState<V>,
    language: Language,
  ): View<V> | undefined => {
    loadAll(language);
    // The end may follow this wait, so its chunk is loaded now. No ring is then shown in between.
    if (view === "LOADING" && "form" in state) void loadChunk("end", language);
    const name = rareChunkOf(state);
    if (name) void loadChunk(name, language);
    const views: Partial<Views> = name ? (loaded.value[name + language] ?? {}) : lazyViews;
    return views[view];
  };
};
