import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";

/** Creates a second handler in the page, whose callbacks record under `other`. */
const addOther = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const config = JSON.parse(document.getElementById("config")?.textContent ?? "{}");
    const service = Reflect.get(window, "Service");
    const other: unknown[] = [];
    const record = (name: string) => () => void other.push(name);
    Object.assign(window, {
      other,
      otherHandler: service.create({
        ...config,
        onSuccess: record("onSuccess"),
        onExit: record("onExit"),
        onEvent: record("onEvent"),
      }),
    });
  });

const evaluate = (page: Page, expression: string): Promise<unknown> => page.evaluate(expression);

test("only one handler's Link is open at a time, and the console says why", async ({
  page,
  host,
}) => {
  const messages: string[] = [];
  page.on("console", (message) => void messages.push(message.text()));
  await page.goto(host.url());
  await addOther(page);
  await evaluate(page, "handler.open(), otherHandler.open(), otherHandler.open()");
  expect(await evaluate(page, "[handler.isOpen, otherHandler.isOpen, other.length]")).toEqual([
    true,
    false,
    0,
  ]);
  await expect(page.locator("dialog:modal")).toHaveCount(1);
  await expect
    .poll(() => messages.filter((text) => text.includes("another one is open")))
    .toHaveLength(2);

  await evaluate(page, "handler.exit({ force: true })");
  await expect.poll(() => evaluate(page, "handler.isOpen")).toBe(false);
  await expect(page.locator("dialog:modal")).toHaveCount(0);
  expect(await evaluate(page, "getComputedStyle(document.documentElement).overflow")).toBe(
    "visible",
  );

  await evaluate(page, "otherHandler.open(), handler.open()");
  expect(await evaluate(page, "[handler.isOpen, otherHandler.isOpen]")).toEqual([false, true]);
  await expect(page.locator("dialog:modal")).toHaveCount(1);
  await evaluate(page, "otherHandler.destroy(), handler.open()");
  expect(await evaluate(page, "handler.isOpen")).toBe(true);
  await expect(page.locator("dialog:modal")).toHaveCount(1);
});

test("a handler is opened in the callback that ends another one", async ({ page, host }) => {
  await page.goto(host.url());
  await addOther(page);
  await page.evaluate(() => {
    const service = Reflect.get(window, "Service");
    const config = JSON.parse(document.getElementById("config")?.textContent ?? "{}");
    const first = service.create({
      ...config,
      onSuccess: () => undefined,
      onExit: () => Reflect.get(window, "otherHandler").open(),
    });
    Object.assign(window, { first });
    first.open();
  });
  await evaluate(page, "first.exit({ force: true })");
  await expect.poll(() => evaluate(page, "otherHandler.isOpen")).toBe(true);
  await expect(page.locator("dialog:modal")).toHaveCount(1);
});

test("a page that swaps its body thirty times keeps the frames of three unopened handlers", async ({
  page,
  host,
}) => {
  // No trusted types: the page sets the address of a script.
  await page.goto(host.url({ headers: { "content-security-policy": "default-src *" } }));
  const frames = page.locator("iframe[name=service-link]");
  await expect(frames).toHaveCount(1);
  await page.evaluate(async () => {
    const config = JSON.parse(document.getElementById("config")?.textContent ?? "{}");
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
    const handlers: unknown[] = [Reflect.get(window, "handler")];
    const loads: number[] = [];
    const source = [...document.scripts].find(({ src }) => src.endsWith("/link.js"))?.src ?? "";
    for (let swap = 0; swap < 30; swap++) {
      const body = document.createElement("body");
      // Replacing the body runs its scripts again, so each creates a separate Link.
      const script = Object.assign(document.createElement("script"), { src: source });
      const loaded = new Promise((resolve) => {
        script.onload = resolve;
      });
      body.append(script);
      document.body.replaceWith(body);
      if (swap % 10 === 0) await loaded;
      const onLoad = () => void loads.push(swap);
      handlers.push(Reflect.get(window, "Service").create({ ...config, onLoad, onSuccess() {} }));
      await idle();
    }
    Object.assign(window, { handlers, loads, configs: [{ ...config, onSuccess() {} }] });
  });
  await expect(frames).toHaveCount(3);
  // The frames load in any order.
  await expect
    .poll(() => evaluate(page, "loads.toSorted((a, b) => a - b).slice(-3)"))
    .toEqual([27, 28, 29]);

  await evaluate(page, "handlers[4].open()");
  const seen = page.getByRole("dialog").frameLocator("iframe");
  await expect(seen.getByTestId("institution-search")).toBeVisible();
  await expect(frames).toHaveCount(4);
  await evaluate(page, "handlers[4].exit({ force: true })");
  await expect.poll(() => evaluate(page, "handlers[4].isOpen")).toBe(false);
  // An opened handler keeps its frame, regardless of later handlers.
  await page.evaluate(async () => {
    const { create } = Reflect.get(window, "Service");
    const [config] = Reflect.get(window, "configs");
    for (let more = 0; more < 5; more++) {
      create(config);
      await new Promise((resolve) => requestIdleCallback(resolve));
    }
  });
  await expect(frames).toHaveCount(4);
  await evaluate(page, "handlers[4].open()");
  expect(await evaluate(page, "handlers[4].isOpen")).toBe(true);
});

test("exit throws if force is not a boolean, and Link stays open", async ({ page, host }) => {
  await page.goto(host.url());
  await evaluate(page, "handler.open()");
  for (const force of ['"yes"', "1", "null", "{}"])
    await expect(evaluate(page, `handler.exit({ force: ${force} })`)).rejects.toThrow(
      "TypeError: Service Link: force must be a boolean",
    );
  expect(await evaluate(page, "handler.isOpen")).toBe(true);
  await evaluate(page, "handler.exit({ force: true })");
  await expect.poll(() => evaluate(page, "handler.isOpen")).toBe(false);
});
