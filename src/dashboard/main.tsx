import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { App } from "./app.tsx";
import { createController } from "./controller.ts";
import { createRequest } from "./request.ts";
import { createRouter } from "./route.ts";

/** Starts the Dashboard in its document. */
const main = (root: HTMLElement): void => {
  /** What the browser said last; an answer that comes all the same proves it wrong. */
  const offline = signal(false);
  const router = createRouter(window);
  const controller = createController({
    request: createRequest(async (...request) => {
      const response = await fetch(...request);
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
  if (router.route.peek().page === "setup") controller.showMode("setup");
  else void controller.reload();
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

  /** Reads the client anew where the operator looks at another one. */
  function followScope(): void {
    let before = router.route.peek().query.get("client");
    effect(() => {
      const client = router.route.value.query.get("client");
      if (client === before) return;
      before = client;
      void controller.reload();
    });
  }
};

const root = document.getElementById("root");
if (root) main(root);
