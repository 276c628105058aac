import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasWebkitGtk, PYTHON, WEBKITGTK_PACKAGES } from "../../scripts/find-browsers.mjs";
import { PASSWORD_LOGIN_EVENTS } from "../support/link.ts";
import { expect, test } from "../support/test.ts";
import { hearLink } from "../support/webview.ts";

const PROGRAM = join(import.meta.dirname, "../../demo/webview/webview.py");

/** Goes through all steps in the page, each as soon as its element appears. */
const goTheWholeWay = () => {
  const click = (label: string) => () => {
    const element = document.querySelector<HTMLElement>(`section:not([hidden]) ${label}`);
    if (element?.matches(":disabled")) return false;
    element?.click();
    return element !== null;
  };
  const fill = (label: string, text: string) => () => {
    const field = document.querySelector<HTMLInputElement>(label);
    if (!field) return false;
    field.value = text;
    return field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const steps = [
    click('[data-testid="institution-ins_109508"]'),
    fill('[data-testid="credential-username"]', "user_good"),
    fill('[data-testid="credential-password"]', "pass_good"),
    click('[data-testid="submit"]'),
    click('input[type="checkbox"]'),
    click('[data-testid="submit"]'),
    click('[data-testid="finish"]'),
  ];
  setInterval(() => {
    if (steps[0]?.()) steps.shift();
  }, 20);
};

test("an app with a real WebView gets every message once, in order, both ways", async ({
  server,
}) => {
  const command = `sudo apt-get install ${WEBKITGTK_PACKAGES.join(" ")}`;
  expect(hasWebkitGtk(), `there is no WebKitGTK: on Debian, type ${command}`).toBe(true);
  const folder = mkdtempSync(join(tmpdir(), "service-link-webview-"));
  const script = join(folder, "steps.js");
  writeFileSync(script, `(${goTheWholeWay})()`);
  const { origin, searchParams } = new URL(hearLink(server, false).link.url);
  searchParams.delete("isWebview");
  const parameters = [...searchParams].map(([name, value]) => `${name}=${value}`);

  const app = spawn(
    "xvfb-run",
    ["-a", PYTHON, PROGRAM, "--run", script, origin, ...parameters],
    // A separate process group, so that the screen and WebKit's processes end with it.
    { detached: true, stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  let complaints = "";
  app.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  app.stderr.on("data", (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const patience = setTimeout(() => app.pid && process.kill(-app.pid), 120_000);
  const [code] = await once(app, "close");
  clearTimeout(patience);
  rmSync(folder, { recursive: true, force: true });
  expect(code, `${output}\n${complaints}`).toBe(0);

  const lines: Record<string, unknown>[] = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const byNavigation = hearLink(server, false);
  const byBridge = hearLink(server, true);
  for (const { by, address, message } of lines) {
    if (by === "navigation") expect(byNavigation.link.navigate(String(address))).toBe(false);
    if (by === "bridge") byBridge.link.receive(message, server.api);
  }
  expect(byNavigation.story()).toEqual(["onLoad", ...PASSWORD_LOGIN_EVENTS, "onSuccess"]);
  const isHaptic = ([name]: [string, ...unknown[]]) => name === "onHaptic";
  expect(byBridge.calls.filter((call) => !isHaptic(call))).toEqual(byNavigation.calls);
  expect(byBridge.calls.filter(isHaptic)).toEqual([
    ["onHaptic", "selection"],
    ["onHaptic", "success"],
  ]);

  const [, public_token, metadata] = byNavigation.calls.at(-1) ?? [];
  expect(metadata).toMatchObject({
    institution: { name: "First Platypus Bank", institution_id: "ins_109508" },
    accounts: [{ type: "depository", subtype: "checking" }],
  });
  const exchange = await fetch(`${server.api}/item/public_token/exchange`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: server.clientId, secret: server.secret, public_token }),
  });
  expect(exchange.status).toBe(200);
});
