/// <reference types="vite/client" />
import { render } from "preact";
import { WORDS } from "../../src/i18n/words.fixture.ts";
import { findAnyView } from "../../src/link/any-view.fixture.ts";
import type { MachineEvent } from "../../src/link/machine/machine-event.ts";
import type { State } from "../../src/link/machine/states.ts";
import { transition } from "../../src/link/machine/transition.ts";
import { transitionTable } from "../../src/link/machine/transition-table.ts";
import { App } from "../../src/link/views/app.tsx";
import { layers } from "../../src/link/views/layers.ts";
import { LOGO_PATHS } from "../../src/protocol/logo-paths.ts";
import type { Language, LinkProduct } from "../../src/protocol/vocabulary.ts";
import { trustFacts } from "../../src/server/bridge/session/trust-facts.ts";
import "../../src/link/link.css";
import "../../src/link/rare/by-hand.css";
import "../../src/link/rare/consent.css";
import "../../src/link/rare/errors.css";
import "../../src/link/rare/files.css";
import "../../src/link/rare/mfa.css";
import "../../src/link/rare/sign-in.css";
import "../../src/link/rare/trust.css";
import "../../src/link/views/lazy-views.css";
import { scenesIn } from "./scenes.ts";

const move = (state: State, event: MachineEvent): State =>
  transition(transitionTable, state, event)[0];

declare global {
  interface Window {
    /** Shows a scene in place of the current one, as the script that makes the pictures does. */
    show(scene: string): void;
  }
}

/** Shows a scene. The user's events continue from there; calls to a bridge get no response. */
const show = (root: HTMLElement, id: string | null): void => {
  const query = new URLSearchParams(location.search);
  const language: Language = query.get("language") === "fr" ? "fr" : "en";
  const scene = scenesIn(language).find((each) => each.id === id);
  if (!scene) throw new Error(`there is no scene ${id}`);
  document.documentElement.lang = language;
  document.documentElement.dataset.theme = query.get("theme") ?? "light";
  const text = WORDS[language];
  render(null, root);
  localStorage.clear();
  // A browser that can resume a session.
  localStorage.setItem("link-sandbox-demo", "");
  let state = scene.events.reduce<State>(move, { name: "CLOSED" });
  const clientName = "Orchard Budget";
  const product: LinkProduct[] = ["auth", "transactions"];
  const trust = trustFacts({ clientName, countryCodes: ["US"], language, product });
  const draw = (): void => {
    render(
      <App
        state={state}
        send={(event) => {
          state = move(state, event);
          draw();
        }}
        findView={findAnyView}
        text={text}
        clientName={clientName}
        trust={trust}
        keptUntil="2026-11-26T15:45:00Z"
        hasBack={move(state, { type: "back.requested" }) !== state}
        layers={state.name === "CLOSED" ? [] : layers(state)}
      />,
      root,
    );
    document.body.dataset.state = state.name;
  };
  draw();
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
  self.show = (scene) => show(root, scene);
  show(root, new URLSearchParams(location.search).get("scene"));
}
