import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { App } from "./app.tsx";
import { PAGES } from "./pages.ts";
import { type Controller, createController } from "./session/controller.ts";
import { withEarlyCalls } from "./session/early-calls.ts";
import { OIDC_REASONS } from "./session/messages.ts";
import { createRequest } from "./session/request.ts";
import { createRouter, type Router } from "./session/route.ts";

/** Starts the Dashboard in its document. */
const main = (root: HTMLElement): void => {
  /** The browser's last report. Any later response disproves "offline". */
  const offline = signal(false);
  const router = createRouter(window);
  const send = withEarlyCalls(fetch);
  const controller = createController({
    request: createRequest(async (...given) => {
      const response = await send(...given);
      offline.value = false;
      return response;
    }),
    startTimer: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    scope: () => router.route.peek().query.get("client"),
  });
  render(<App {...{ controller, router, offline }} />, root);
  preloadPage(router);
  const { page } = router.route.peek();
  if (page === "setup" || page === "invitation") controller.showMode(page);
  else void controller.reload().then(() => explainReturn(router, controller));
  followScope();
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

  /** Reads the client again when the operator switches to another client. */
  function followScope(): void {
    let previous = router.route.peek().query.get("client");
    effect(() => {
      const client = router.route.value.query.get("client");
      if (client === previous) return;
      previous = client;
      void controller.reload();
    });
  }
};

/**
 * Loads the page of the address while the server is asked for the session. A failure is shown when
 * the page opens.
 */
function preloadPage(router: Router): void {
  const { page: name } = router.route.peek();
  const page = PAGES.find((candidate) => candidate.name === (name || "overview"));
  page?.load().catch(() => undefined);
}

/** Explains why an operator returns from their identity provider without a session. */
function explainReturn(router: Router, controller: Controller): void {
  const reason = OIDC_REASONS[router.route.peek().query.get("sign_in") ?? ""];
  if (reason === undefined) return;
  router.go("/dashboard", true);
  if (controller.state.peek().view === "SIGN_IN") controller.showMode("operator", reason);
}

const root = document.getElementById("root");
if (root) main(root);
