/// <reference types="vite/client" />
import { render } from "preact";
import { WORDS } from "../i18n/all-words.ts";
import { factsAbout } from "../i18n/trust.ts";
import type { MachineEvent } from "../link/machine/machine-event.ts";
import type { State } from "../link/machine/states.ts";
import { transition } from "../link/machine/transition.ts";
import { transitionTable } from "../link/machine/transition-table.ts";
import { App } from "../link/views/app.tsx";
import { layers } from "../link/views/layers.ts";
import { brandStyle } from "../protocol/brand/client-brand.ts";
import { LOGO_PATHS } from "../protocol/brand/logo-paths.ts";
import type { PreviewOptions } from "../protocol/dashboard/preview.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../protocol/vocabulary.ts";
import { findAnyView, lateStyle } from "./any-view.ts";
import { responseTo } from "./sample-responses.ts";
import { scenesIn } from "./scenes.ts";
import "../link/link.css";

/** The delay of a sample response in ms, which shows the waiting view. */
const RESPONSE_MS = 900;

const move = (state: State, event: MachineEvent): State =>
  transition(transitionTable, state, event)[0];

/**
 * Shows views of Link in the document's language. The user's events continue from a view, with
 * sample responses.
 */
const start = (root: HTMLElement): void => {
  const { documentElement } = document;
  const [late, sheet] = [new CSSStyleSheet(), new CSSStyleSheet()] as const;
  late.replaceSync(lateStyle);
  document.adoptedStyleSheets = [late, sheet];
  let options: PreviewOptions;
  let state: State = { name: "CLOSED" };
  let timer = 0;

  const language = (): Language =>
    LANGUAGES.find((each) => each === documentElement.lang) ?? DEFAULT_LANGUAGE;

  const open = (): void => {
    const scene = scenesIn(language()).find(({ id }) => id === options.view);
    if (!scene) throw new Error(`there is no view ${options.view}`);
    clearTimeout(timer);
    render(null, root);
    resetStorage();
    state = scene.events.reduce<State>(move, { name: "CLOSED" });
  };

  const send = (event: MachineEvent): void => {
    state = move(state, event);
    if (state.name === "CLOSED") open();
    draw();
    clearTimeout(timer);
    const response = responseTo(state, language());
    if (response) timer = window.setTimeout(() => send(response), RESPONSE_MS);
  };

  const draw = (): void => {
    const { name: clientName, products } = options;
    const trust = factsAbout({ clientName, countryCodes: ["US"], language: language(), products });
    render(
      <App
        {...{ state, send, clientName, trust, findView: findAnyView, text: WORDS[language()] }}
        keptUntil="2026-11-26T15:45:00Z"
        hasBack={move(state, { type: "back.requested" }) !== state}
        layers={state.name === "CLOSED" ? [] : layers(state)}
      />,
      root,
    );
    document.body.dataset.state = state.name;
  };

  window.preview = {
    views: scenesIn("en").map(({ id, group, title }) => ({ id, group, title })),
    show: (next) => {
      const isOther = options?.view !== next.view;
      options = next;
      documentElement.dataset.theme = next.theme;
      sheet.replaceSync(brandStyle(next.look));
      if (isOther) open();
      draw();
    },
  };
};

/**
 * Replaces the browser's storage, which belongs to Link, by a storage with only the token of a
 * resumable session.
 */
const resetStorage = (): void => {
  const value = { "link-sandbox-demo": "" };
  Object.defineProperty(window, "localStorage", { value, configurable: true });
};

/** The shapes of drawn logos, which every view refers to. */
const SHAPES = (
  <svg aria-hidden="true">
    {Object.entries(LOGO_PATHS).map(([name, d]) => (
      <path key={name} id={`mark-${name}`} d={d} fill="#fff" fill-rule="evenodd" />
    ))}
  </svg>
);

const root = document.getElementById("root");
const shapes = document.getElementById("shapes");
if (root && shapes) {
  render(SHAPES, shapes);
  start(root);
  // Links lead out of Link, to pages without samples.
  addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a")) event.preventDefault();
  });
}
