import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";

/** Makes a second handler beside the page's own, with callbacks that record under `other`. */
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

test("while one handler's Link is open another one's does not open, and the console says why", async ({
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
