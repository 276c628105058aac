import type { Page } from "@playwright/test";
import { callback, eventMetadata, fetchCalls, linkIn, openLink } from "../support/link.ts";
import { expect, test } from "../support/test.ts";

const FRAME = 'iframe[name="service-link"]';

/** Manipulations of Link's frame by a page, accidental or not. */
const LOSSES: Record<string, (page: Page) => Promise<unknown>> = {
  "the frame was removed": (page) => page.locator(FRAME).evaluate((frame) => frame.remove()),
  "the dialog was removed": (page) =>
    page.locator(FRAME).evaluate((frame) => frame.parentElement?.remove()),
  "the whole document was emptied": (page) =>
    page.evaluate(() => document.documentElement.replaceChildren()),
  "the root was replaced": (page) =>
    page.evaluate(() => document.documentElement.replaceWith(document.createElement("html"))),
  "the document was rewritten": (page) =>
    page.evaluate(() => {
      document.open();
      document.append(document.createElement("html"));
      document.documentElement.append(document.createElement("body"));
      document.close();
    }),
  "the frame was sent elsewhere": (page) =>
    page.locator(FRAME).evaluate((frame: HTMLIFrameElement) => {
      frame.src = "about:blank";
    }),
  "the frame was loaded again": (page) =>
    page.locator(FRAME).evaluate((frame: HTMLIFrameElement) => {
      frame.src += "&again";
    }),
  "the frame was moved": (page) =>
    page.locator(FRAME).evaluate((frame) => document.documentElement.append(frame)),
  "the dialog was moved": (page) =>
    page
      .locator(FRAME)
      .evaluate((frame) => document.body.append(frame.parentElement ?? document.body)),
};

/** Returns an expression for Link's elements under the root, by a selector in the shadow tree. */
const ours = (selector: string): string =>
  `[...document.documentElement.children].map((each) => each.shadowRoot?.querySelector('${selector}') ?? null).find(Boolean) ?? null`;

/** Whether the page can be scrolled and used, without Link's window in the way. */
const isFree = async (page: Page): Promise<boolean> =>
  (await page.evaluate(() => getComputedStyle(document.documentElement).overflow)) !== "hidden" &&
  (await page.evaluate(ours("dialog:modal"))) === null;

for (const [what, lose] of Object.entries(LOSSES)) {
  test(`if ${what}, before Link was opened or after, the page is usable and Link opens again`, async ({
    page,
    host,
  }) => {
    const isOpen = () => page.evaluate(() => Reflect.get(window, "handler").isOpen);
    const openAgain = () => page.evaluate(() => Reflect.get(window, "handler").open());
    const leave = () => page.evaluate(() => Reflect.get(window, "handler").exit({ force: true }));
    const exits = async () => (await fetchCalls(page)).filter(([name]) => name === "onExit");
    const link = linkIn(page);

    await page.goto(host.url());
    await callback(page, "onLoad");
    await lose(page);
    await expect(page.locator(FRAME)).toHaveCount(0);
    await openAgain();
    await expect(link.getByTestId("institution-search")).toBeVisible();
    await expect(link.getByTestId("close")).toBeVisible();
    await leave();
    await expect.poll(async () => (await eventMetadata(page, "EXIT")).length).toBe(1);
    await expect.poll(exits).toHaveLength(1);

    await openAgain();
    await expect(link.getByTestId("institution-search")).toBeVisible();
    await lose(page);
    await expect.poll(exits).toHaveLength(2);
    const [, error, metadata] = (await exits()).at(-1) ?? [];
    const [, , last] = (await fetchCalls(page)).findLast(([name]) => name === "onEvent") ?? [];
    const { link_session_id, request_id } = Object(last);
    expect(link_session_id).toMatch(/^[0-9A-Za-z]{32}$/);
    expect([error, metadata]).toEqual([
      expect.objectContaining({ error_code: "LINK_UNREACHABLE" }),
      {
        link_session_id,
        request_id,
        institution: null,
        status: null,
      },
    ]);
    expect(await isOpen()).toBe(false);
    expect(await isFree(page)).toBe(true);

    await openAgain();
    await link.getByRole("button", { name: /First Platypus/ }).click();
    await expect(link.getByTestId("credential-username")).toBeVisible();
    await leave();
    await expect.poll(exits).toHaveLength(3);
    expect(await isFree(page)).toBe(true);
  });
}

test("a page can open Link again right after removing it", async ({ page, host }) => {
  const link = await openLink(page, host.url());
  await expect(link.getByTestId("institution-search")).toBeVisible();
  const states = await page.locator(FRAME).evaluate((frame) => {
    const handler = Reflect.get(window, "handler");
    frame.remove();
    const after = [handler.isOpen];
    handler.open();
    return [...after, handler.isOpen];
  });
  expect(states).toEqual([false, true]);
  await expect(linkIn(page).getByTestId("institution-search")).toBeVisible();
  expect((await fetchCalls(page)).filter(([name]) => name === "onExit")).toHaveLength(1);
});

/** Lets the test, instead of the clock, trigger the page's check of the frame. */
const PULSE = () => {
  if (self !== top) return;
  const { setInterval } = self;
  const pulses: (() => void)[] = [];
  const PULSE_MS = 5000;
  Object.assign(self, {
    setInterval: (task: () => void, ms: number) =>
      ms === PULSE_MS ? -pulses.push(task) : setInterval(task, ms),
    pulse: () => {
      for (const task of pulses) task();
    },
  });
};

test("if the frame's process crashes, Link exits, the page is usable, and Link opens again", async ({
  page,
  host,
}) => {
  await page.addInitScript(PULSE);
  await openLink(page, host.url());
  await callback(page, "onLoad");
  const context = page.context();
  const frame = page.frames().find((frame) => frame.name() === "service-link");
  if (!frame) throw new Error("there is no frame");
  const crashing = await context.newCDPSession(frame);
  // The page is alive, but Playwright counts the page as crashed together with its frame.
  const living = await context.newCDPSession(page);
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = await living.send("Runtime.evaluate", { expression, returnByValue: true });
    return result.value;
  };
  const crash = page.waitForEvent("crash");
  crashing.send("Page.crash").catch(() => undefined);
  await crash;
  // Three missed pings are tolerated.
  for (let times = 0; times < 3; times++) await evaluate("pulse()");
  expect(await evaluate("handler.isOpen")).toBe(true);
  await expect
    .poll(() => evaluate('pulse(), called.filter(([name]) => name === "onExit")'))
    .toMatchObject([["onExit", { error_code: "LINK_UNREACHABLE" }, { status: null }]]);
  expect(await evaluate("handler.isOpen")).toBe(false);
  expect(await evaluate(ours("dialog:modal"))).toBeNull();
  expect(await evaluate("getComputedStyle(document.documentElement).overflow")).toBe("visible");
  await evaluate("handler.open()");
  await expect
    .poll(() => evaluate('called.filter(([name, event]) => event === "OPEN").length'))
    .toBe(2);
});
