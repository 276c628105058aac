import { render } from "preact";
import { App } from "./app.tsx";
import { createDesk } from "./desk.ts";
import { nextFocus } from "./focus.ts";
import { createAsk } from "./outcome.ts";
import type { State } from "./state.ts";

/** Starts the Dashboard in its document. */
const main = (root: HTMLElement): void => {
  let shown: State = { view: "OPENING" };
  /** What the browser said last; an answer that comes all the same proves it wrong. */
  let offline = false;
  const draw = () => render(<App {...{ state: shown, offline, desk }} />, root);
  const hear = (isOffline: boolean): void => {
    offline = isOffline;
    draw();
  };
  const desk = createDesk({
    ask: createAsk(async (...request) => {
      const response = await fetch(...request);
      if (offline) hear(false);
      return response;
    }),
    paint: (state, before) => {
      shown = state;
      draw();
      const goesOn = nextFocus(state, before, document.activeElement === document.body);
      if (goesOn) root.querySelector<HTMLElement>(goesOn)?.focus();
    },
    later: (ms, what) => {
      const timer = setTimeout(what, ms);
      return () => clearTimeout(timer);
    },
  });
  draw();
  void desk.look();
  addEventListener("offline", () => hear(true));
  addEventListener("online", () => {
    hear(false);
    void desk.look();
  });
  addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void desk.look();
  });
};

const root = document.getElementById("root");
if (root) main(root);
