import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";

/** Link's window inside a page. */
export const linkIn = (page: Page): FrameLocator =>
  page.frameLocator('iframe[name="service-link"]');

/** The calls of the host page's callbacks, in order. */
export const fetchCalls = (page: Page): Promise<[string, ...unknown[]][]> =>
  page.evaluate(() => Reflect.get(window, "called"));

/** The names of events and other callbacks, in order. A view follows its event. */
export const story = async (page: Page): Promise<string[]> =>
  (await fetchCalls(page)).map(([name, first, metadata]) => {
    if (name !== "onEvent") return name;
    const view = Reflect.get(Object(metadata), "view_name");
    return view ? `${first} ${view}` : String(first);
  });

/** Waits for a callback of the page. Returns its arguments. */
export const callback = async (page: Page, name: string): Promise<unknown[]> => {
  await page.waitForFunction(
    (target) => Reflect.get(window, "called").some(([one]: [string]) => one === target),
    name,
  );
  const [, ...args] = (await fetchCalls(page)).find(([one]) => one === name) ?? [];
  return args;
};

/** Closes the page's notice after Link has certainly failed to load. */
export const dismiss = async (page: Page): Promise<void> => {
  const dialog = page.getByRole("dialog");
  // Closed earlier, the notice leaves a Link that may still load.
  await expect(dialog.locator("[aria-busy=false]")).toBeVisible();
  await dialog.getByRole("button", { name: /^(Close|Fermer)$/ }).click();
};

/** Signs in, from the list of institutions to the choice of accounts. */
export const signIn = async (page: Page, name: RegExp, password = "pass_good"): Promise<void> => {
  const link = linkIn(page);
  await link.getByRole("button", { name }).click();
  await link.getByTestId("credential-username").fill("user_good");
  await link.getByTestId("credential-password").fill(password);
  await link.getByTestId("submit").click();
};

/**
 * Opens the account site from Link's last view, by keyboard. Then brings the host page to the
 * front, since Chromium reports no visibility in a background tab.
 */
export const openAccountSite = async (page: Page): Promise<Page> => {
  const newPage = page.context().waitForEvent("page");
  await linkIn(page).getByTestId("manage").press("Enter");
  const site = await newPage;
  await page.bringToFront();
  return site;
};

/**
 * Records focus changes of the host page's window. Returns a function that reads and clears the
 * record.
 */
export const watchFocus = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.evaluate(() => {
    const moves: string[] = [];
    for (const type of ["focus", "blur"])
      addEventListener(type, ({ target }) => target === window && moves.push(type));
    Object.assign(window, { readMoves: () => moves.splice(0) });
  });
  return () => page.evaluate("readMoves()");
};

/** Opens Link in the host page. */
export const open = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Connect" }).click();

/** Opens the host page, and Link inside. */
export const openLink = async (page: Page, address: string): Promise<FrameLocator> => {
  await page.goto(address);
  await open(page);
  return linkIn(page);
};

/** The metadata of each event of a kind, in order. */
export const eventMetadata = async (page: Page, event: string): Promise<unknown[]> =>
  (await fetchCalls(page)).flatMap(([name, first, metadata]) =>
    name === "onEvent" && first === event ? [metadata] : [],
  );

/** The events of an Item linked by password, without Link's first and last events. */
export const PASSWORD_LOGIN_EVENTS = [
  "OPEN",
  "TRANSITION_VIEW SELECT_INSTITUTION",
  "SELECT_INSTITUTION",
  "TRANSITION_VIEW LOADING",
  "TRANSITION_VIEW CREDENTIAL",
  "SUBMIT_CREDENTIALS",
  "TRANSITION_VIEW LOADING",
  "TRANSITION_VIEW SELECT_ACCOUNT",
  "TRANSITION_VIEW LOADING",
  "TRANSITION_VIEW CONNECTED",
  "HANDOFF",
];

/** Waits for a frame's finite animations, such as that of the card's height. */
export const animationsEnd = (html: Locator): Promise<void> =>
  html.evaluate(async ({ ownerDocument }) => {
    const ending = ownerDocument
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
