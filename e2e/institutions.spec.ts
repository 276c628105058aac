import { createGate } from "./support/gate.ts";
import {
  animationsEnd,
  callback,
  eventMetadata,
  openAccountSite,
  openLink,
  signIn,
} from "./support/link.ts";
import { expect, test } from "./support/test.ts";

test("an unhealthy institution is announced before a password is typed", async ({ page, host }) => {
  const link = await openLink(page, host.url());
  const search = link.getByTestId("institution-search");
  for (const [name, id, hint] of [
    ["Drowsy Platypus Bank", "ins_132363", "Having trouble"],
    ["Sleeping Platypus Bank", "ins_132361", "Down"],
    ["Retired Platypus Bank", "ins_133402", "No longer available"],
  ] as const) {
    await search.fill(name);
    await expect(link.getByTestId(`institution-${id}`)).toContainText(hint);
  }
  await link.getByTestId("institution-ins_133402").click();
  await expect(link.getByText("INSTITUTION_NO_LONGER_SUPPORTED")).toBeVisible();
  await link.getByTestId("another").click();
  await search.fill("Sleeping Platypus Bank");
  await link.getByTestId("institution-ins_132361").click();
  await expect(link.getByText("INSTITUTION_DOWN")).toBeVisible();
  await link.getByTestId("another").click();
  await search.fill("Drowsy Platypus Bank");
  await link.getByTestId("institution-ins_132363").click();
  await expect(link.getByText(/^Drowsy Platypus Bank is having trouble/)).toBeVisible();
  await expect(link.getByTestId("credential-password")).toBeVisible();
});

test("the frame searches the list once it is loaded, and the server before that", async ({
  page,
  host,
}) => {
  const searches: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/bridge/institutions/search")) searches.push(request.url());
  });
  const index = "**/bridge/institutions/index*";
  const arrival = page.waitForResponse(index);
  const link = await openLink(page, host.url({ config: { product: ["auth"] } }));
  await (await arrival).finished();
  const search = link.getByTestId("institution-search");
  await expect(async () => {
    const before = searches.length;
    await search.fill("");
    await search.fill("frist platypus");
    await expect(link.getByTestId("institution-ins_109512")).toBeHidden();
    await expect(link.getByTestId("institution-ins_109508")).toBeVisible();
    expect(searches.length).toBe(before);
  }).toPass();

  await page.route(index, (route) => route.fulfill({ status: 503, body: "" }));
  searches.length = 0;
  const again = await openLink(page, host.url({ config: { product: ["auth"] } }));
  await again.getByTestId("institution-search").fill("frist platypus");
  await expect.poll(() => searches).toHaveLength(1);
  await expect(again.getByTestId("institution-ins_109508")).toBeVisible();
  expect(searches).toHaveLength(1);
});

test("a select, a PIN and two checkboxes are filled in as their institutions label them", async ({
  page,
  host,
}) => {
  const link = await openLink(page, host.url());
  const search = link.getByTestId("institution-search");
  await search.fill("personal or business");
  await link.getByTestId("institution-ins_910016").click();
  await link.getByTestId("submit").click();
  await expect(link.getByText("Choose one of these.")).toBeVisible();
  await link.getByLabel("Account type").selectOption("Business");
  await link.getByLabel("User ID").fill("user_good");
  await link.getByLabel("Password", { exact: true }).fill("pass_good");
  await link.getByTestId("submit").click();
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
  await callback(page, "onSuccess");
});

test("one or all accounts are offered, as the setting or configuration says", async ({
  page,
  host,
}) => {
  for (const [accountSelection, accountCount] of [
    ["one", 1],
    ["all", 9],
  ] as const) {
    const link = await openLink(
      page,
      host.url({ config: { accountSelection, product: ["transactions"] } }),
    );
    await signIn(page, /First Platypus/);
    await expect(link.getByRole("heading", { level: 1 })).toHaveText(/accounts?/i);
    // Chromium drops a click on a frame that has just grown.
    await animationsEnd(link.locator("html"));
    if (accountSelection === "one") {
      await link.getByRole("radio").nth(0).check();
      await link.getByRole("radio").nth(1).check();
    }
    await link.getByTestId("submit").click();
    await link.getByTestId("finish").click();
    const [, metadata] = await callback(page, "onSuccess");
    expect(Object(metadata).accounts?.length).toBe(accountCount);
  }
});

test("a long list scrolls inside its view, and the window stays where it is", async ({
  page,
  host,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  const link = await openLink(page, host.url());
  await signIn(page, /First Platypus/);
  await expect(link.getByTestId("select-all")).toBeVisible();
  const [content, window] = await link
    .locator("html")
    .evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
  expect(content).toBe(window);
});

test("a user can open their connections, and the page gets an event", async ({ page, host }) => {
  const link = await openLink(page, host.url());
  await signIn(page, /First Platypus/);
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  const site = await openAccountSite(page);
  await expect(site.getByText("First Platypus Bank").first()).toBeVisible();
  await link.getByTestId("finish").click();
  await callback(page, "onSuccess");
  expect(await eventMetadata(page, "OPEN_MY_SERVICE")).toEqual([
    {
      institution_id: "ins_109508",
      institution_name: "First Platypus Bank",
      link_session_id: expect.any(String),
      request_id: expect.any(String),
      timestamp: expect.any(String),
    },
  ]);
});

for (const pointer of ["mouse", "finger", "mouse pressed before all of Link is there"])
  test(`a ${pointer} chooses the institution that it pressed, even if the list changes meanwhile`, async ({
    page,
    host,
  }) => {
    await page.route("**/bridge/institutions/index*", (route) => route.abort());
    const isEarly = pointer.includes("before");
    const all = createGate();
    await page.route("**/assets/lazy-*.js", async (route) => {
      await all.opened;
      await route.continue();
    });
    const isAllThere = page.waitForRequest("**/bridge/institutions/index*");
    const searchAnswer = createGate();
    await page.route("**/bridge/institutions/search", async (route) => {
      await searchAnswer.opened;
      const response = await route.fetch();
      const { institutions, ...rest } = await response.json();
      await route.fulfill({ response, json: { ...rest, institutions: institutions.toReversed() } });
    });
    const link = await openLink(page, host.url({ config: { product: ["auth"] } }));
    await link.getByTestId("institution-search").fill("platypus");
    await expect(link.getByText("Searching…")).toBeVisible();
    if (!isEarly) {
      all.open();
      await isAllThere;
    }
    const firstRow = link.getByTestId(/^institution-ins/).first();
    const name = await firstRow.innerText();
    // A browser does not count a long touch as a tap. On a slow machine, a real tap may be long.
    const finger = (...types: string[]) =>
      firstRow.evaluate((row, names) => {
        for (const name of names)
          row.dispatchEvent(new PointerEvent(name, { bubbles: true, pointerType: "touch" }));
      }, types);

    await firstRow.hover();
    if (pointer === "finger") await finger("pointerdown");
    else await page.mouse.down();
    all.open();
    await isAllThere;
    const answer = page.waitForResponse("**/bridge/institutions/search");
    searchAnswer.open();
    await (await answer).finished();
    await firstRow.evaluate(async () => {
      for (let frames = 0; frames < 5; frames++) await new Promise(requestAnimationFrame);
    });
    if (pointer === "finger") await finger("pointerup", "click");
    else await page.mouse.up();
    await expect(link.getByRole("heading", { level: 1 })).toContainText(name);
  });
