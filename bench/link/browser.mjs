// A Chromium that is spoken to by its own protocol, so that each page and each frame is slowed down
// before it asks for anything: a browser's frame on another site is a process of its own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PLACES = [
  process.env.CHROMIUM_PATH ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--no-startup-window",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The address bar's list is a page of a hundred files, which a new window would also load.
  "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
  "--host-resolver-rules=MAP *.test 127.0.0.1",
  "--remote-debugging-port=0",
];

/**
 * Starts a Chromium with a new profile. `on` observes every event; `close` ends the browser and
 * removes the profile.
 */
export const startBrowser = async () => {
  const path = PLACES.find((place) => place !== "" && existsSync(place));
  if (!path) throw new Error("no Chromium was found; name one with CHROMIUM_PATH");
  const profile = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const browser = spawn(path, [...ARGS, `--user-data-dir=${profile}`, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const socket = new WebSocket(await addressOf(browser));
  await once(socket, "open");
  const waiting = new Map();
  const listeners = new Set();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const { id, result, error, method, params, sessionId } = JSON.parse(data);
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(error.message));
    else call?.resolve(result);
    if (method) for (const hear of listeners) hear(method, params, sessionId);
  };
  return {
    send: (method, params = {}, sessionId = undefined) =>
      new Promise((resolve, reject) => {
        last++;
        waiting.set(last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params, sessionId }));
      }),
    on: (hear) => listeners.add(hear),
    close: async () => {
      socket.close();
      browser.kill();
      await once(browser, "exit");
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

function addressOf(browser) {
  return new Promise((resolve, reject) => {
    let output = "";
    browser.stderr.on("data", (chunk) => {
      output += chunk;
      const match = /ws:\/\/\S+/.exec(output);
      if (match) resolve(match[0]);
    });
    browser.once("exit", () => reject(new Error(`Chromium did not start: ${output}`)));
  });
}
