import { render } from "preact";
import type { InstitutionRow } from "../protocol/institution.ts";
import { createClient } from "./client.ts";
import { meetPage } from "./host.ts";
import { en } from "./i18n/en.ts";
import type { Happening } from "./machine/happening.ts";
import type { State } from "./machine/states.ts";
import { runSessions } from "./session.ts";
import { App, focusView } from "./views/app.tsx";
import { firstViews, loadViews } from "./views/index.ts";
import type { FirstViews, Views } from "./views/view.ts";

/** Starts Link in its document: meets the page, then paints whatever state the session is in. */
const main = async (root: HTMLElement, institutions: InstitutionRow[]): Promise<void> => {
  const host = await meetPage(window);
  const text = host.config.language === "fr" ? (await import("./i18n/fr.ts")).fr : en;
  const clientName = String(host.config.clientName);
  let views: FirstViews & Partial<Views> = firstViews;
  let fetching = false;
  let painted: { state: State; send: (happening: Happening) => void } | null = null;

  const paint = (state: State, send: (happening: Happening) => void): void => {
    if (!painted) root.replaceChildren();
    painted = { state, send };
    if (state.view !== "CLOSED" && !views[state.view]) fetchViews();
    render(<App {...{ state, send, views, text, clientName }} />, root);
  };

  /** The later views come while the user reads the list; if that fails, when the next is needed. */
  const fetchViews = (): void => {
    if (fetching) return;
    fetching = true;
    loadViews()
      .then((loaded) => {
        views = loaded;
        if (painted) paint(painted.state, painted.send);
      })
      .catch(() => {
        fetching = false;
      });
  };

  // The page hands focus over in its own time, and that may take it from what has it here.
  addEventListener("focus", () => setTimeout(focusView, 0, root));
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !painted) return;
    painted.send({ type: painted.state.view === "EXIT" ? "BACK" : "LEFT" });
  });
  runSessions({ host, client: createClient(fetch), institutions, paint, clock: Date.now });
  whenIdle(fetchViews);
};

const whenIdle = (run: () => void): unknown =>
  "requestIdleCallback" in window ? requestIdleCallback(run) : setTimeout(run, 200);

const root = document.getElementById("root");
const data = document.getElementById("start");
if (root && data) void main(root, JSON.parse(data.textContent ?? "{}").institutions ?? []);
