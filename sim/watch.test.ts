import { expect, onTestFinished, test } from "vitest";
import { startWatch } from "./watch.ts";

const start = async () => {
  const watch = await startWatch({ hoursPerSecond: 10_000 });
  onTestFinished(watch.close);
  return watch;
};

test("the page shows what happens, and the simulation goes on at its speed", async () => {
  const watch = await start();
  const page = await fetch(watch.url);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await page.text()).toContain("Simulation");
  const events = await fetch(`${watch.url}events`);
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  const isKept = watch.run({ seed: "a seed", days: 1 });
  let text = "";
  while (!text.includes("all rules are kept")) {
    const { value, done } = (await reader?.read()) ?? { value: "", done: true };
    if (done) break;
    text += value;
  }
  expect(text).toContain('"seed":"a seed"');
  expect(text).toContain("server-1 process runs");
  expect(await isKept).toBe(true);
});

test("only the page itself sets the speed", async () => {
  const watch = await start();
  const set = (origin: string, body: unknown) =>
    fetch(`${watch.url}speed`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const own = new URL(watch.url).origin;
  expect((await set("https://other.example", { hoursPerSecond: 1 })).status).toBe(403);
  expect((await set(own, { hoursPerSecond: -1 })).status).toBe(400);
  expect((await set(own, { hoursPerSecond: 1 })).status).toBe(204);
});
