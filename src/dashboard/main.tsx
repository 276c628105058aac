import { signal } from "@preact/signals";
import { render } from "preact";
import { App } from "./app.tsx";
import { createController } from "./controller.ts";
import { createRequest } from "./request.ts";

/** Starts the Dashboard in its document. */
const main = (root: HTMLElement): void => {
  /** What the browser said last; an answer that comes all the same proves it wrong. */
  const offline = signal(false);
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
  });
  render(<App {...{ controller, offline }} />, root);
  void controller.reload();
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

const root = document.getElementById("root");
if (root) main(root);
