import type { Page } from "@playwright/test";
import { linkToken } from "./support/api.ts";
import { createGate } from "./support/gate.ts";
import {
  callback,
  eventMetadata,
  fetchCalls,
  linkIn,
  open,
  openLink,
  story,
  watchFocus,
} from "./support/link.ts";
import { expect, MOTION, test } from "./support/test.ts";

test.use(MOTION);

/** Holds the frame's requests to the bridge until released. */
const hold = async (page: Page, path: string) => {
  const gate = createGate();
  await page.route(`**/bridge/${path}`, async (route) => {
    await gate.opened;
    await route.continue().catch(() => undefined);
  });
  return gate.open;
};

const metadata = async (page: Page): Promise<Record<string, unknown>[]> =>
  (await fetchCalls(page)).flatMap(([name, , metadata]) =>
    name === "onEvent" ? [Object(metadata)] : [],
  );

test("a handler that was only created leaves the session of the link token to the one that is open", async ({
  page,
  host,
  server,
}) => {
  const token = await linkToken(server);
  await page.goto(host.url({ config: { token } }));
  await page.evaluate(() => {
    const config = JSON.parse(document.getElementById("config")?.textContent ?? "{}");
    const other = Reflect.get(window, "Service").create({
      ...config,
      onSuccess: () => undefined,
      onLoad: () => Object.assign(window, { otherIsLoaded: true }),
    });
    Object.assign(window, { other });
  });
  await page.getByRole("button", { name: "Connect" }).click();
  await page.waitForFunction(() => Reflect.get(window, "otherIsLoaded"));
  const link = page.frameLocator('dialog:modal iframe[name="service-link"]');
  await link.getByRole("button", { name: /First Platypus/ }).click();
  await expect(link.getByTestId("credential-username")).toBeVisible();
  expect(await eventMetadata(page, "ERROR")).toEqual([]);
});

/** Opens a ready Link. Returns its focused title, and the focus changes so far. */
const openReady = async (page: Page, address: string) => {
  await page.goto(address);
  await callback(page, "onLoad");
  const moves = await watchFocus(page);
  await open(page);
  const title = linkIn(page).getByRole("heading", { level: 1 });
  await expect(title).toBeFocused();
  return { title, moves };
};

test("opening moves focus from the page into the frame once, and never back", async ({
  page,
  host,
}) => {
  const { moves } = await openReady(page, host.url());
  expect(await moves()).toEqual(["blur"]);
});

test("keys reach Link although its process has handed focus back to the page", async ({
  page,
  host,
}) => {
  const { title, moves } = await openReady(page, host.url());
  expect(await moves()).toEqual(["blur"]);
  await title.evaluate(() => parent.focus());
  await expect.poll(async () => (await moves()).at(-1)).toBe("blur");
  await page.keyboard.press("Tab");
  await expect(title).not.toBeFocused();
});

for (const byToken of [false, true])
  test(`leaving before a session by ${byToken ? "token" : "key"} has started reports all its events`, async ({
    page,
    host,
    server,
  }) => {
    const config = byToken ? { token: await linkToken(server) } : {};
    const release = await hold(page, "session/start");
    await openLink(page, host.url({ config }));
    await expect.poll(async () => (await eventMetadata(page, "OPEN")).length).toBe(1);
    // With a key, the session is abandoned at once. With a link token, the session ends after its
    // start.
    const departure = page.waitForRequest(`**/bridge/session/${byToken ? "exit" : "abandon"}`);
    await page.evaluate(() => Reflect.get(window, "handler").exit({ force: true }));
    await expect.poll(async () => (await story(page)).at(-1)).toBe("onExit");
    expect((await story(page)).filter((name) => !name.startsWith("TRANSITION"))).toEqual([
      "onLoad",
      "OPEN",
      "EXIT",
      "onExit",
    ]);
    const events = await metadata(page);
    const [{ link_session_id, request_id } = {}] = events;
    expect(link_session_id).toMatch(/^[0-9a-z]{32}$/);
    expect(request_id).toMatch(/^[0-9a-z]{15}$/);
    for (const event of events) expect(event).toMatchObject({ link_session_id });
    const exit = (await fetchCalls(page)).at(-1)?.[2];
    expect(exit).toEqual({
      link_session_id,
      request_id: events.at(-1)?.request_id,
      institution: null,
      status: null,
    });

    if (byToken) release();
    expect((await (await departure).response())?.status()).toBe(200);
    release();
    await page.evaluate(() => Reflect.get(window, "handler").open());
    await expect.poll(async () => (await eventMetadata(page, "OPEN")).length).toBe(2);
    const [, second] = await eventMetadata(page, "OPEN");
    expect(Object(second).request_id).toMatch(/^[0-9a-z]{15}$/);
    expect(Object(second).request_id).not.toBe(request_id);
    expect(Object(second).link_session_id === link_session_id).toBe(byToken);
  });

test("closing the tab in mid-flow ends a session by key", async ({ page, host, server }) => {
  const link = await openLink(page, host.url());
  await link.getByRole("button", { name: /First Platypus/ }).click();
  await expect(link.getByTestId("credential-username")).toBeVisible();
  const exits = () => server.logged().split("/bridge/session/abandon").length;
  const before = exits();
  await page.close();
  await expect.poll(exits).toBeGreaterThan(before);
});

test("the page gets events at once while the session's start is pending", async ({
  page,
  host,
}) => {
  await page.clock.install();
  const release = await hold(page, "session/start");
  const link = await openLink(page, host.url());
  await link.getByRole("button", { name: /First Platypus/ }).click();
  await expect.poll(async () => (await story(page)).at(-1)).toBe("TRANSITION_VIEW LOADING");
  // Longer than the page waits for a silent frame.
  await page.clock.runFor(16_000);
  expect(await page.evaluate(() => Reflect.get(window, "handler").isOpen)).toBe(true);
  release();
  await expect(linkIn(page).getByTestId("credential-username")).toBeVisible();
  const events = await metadata(page);
  for (const event of events) expect(event.link_session_id).toBe(events[0]?.link_session_id);
});
