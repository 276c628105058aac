import type { Page } from "@playwright/test";
import type { OpenHostedLinkResponse } from "../../src/protocol/link/hosted-link.ts";
import { cutOff, lengthenTexts } from "../support/cut-off.ts";
import { expect, test } from "../support/test.ts";

/** A word of 40 letters, like those in names of banks and companies. */
const WORD = "Rechtsschutzversicherungsgesellschaften";

const SIZES = [
  { width: 320, zoom: 1 },
  { width: 390, zoom: 2 },
] as const;

const LOOK = { accent: null, radius: null, font: null, logo: null };

/** The ids of the views that a preview's document shows. */
const viewsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.preview?.views.map(({ id }) => id) ?? []);

const showView = async (page: Page, view: string): Promise<void> => {
  await page.evaluate((options) => window.preview?.show(options), {
    view,
    theme: "light",
    name: `${WORD} AG`,
    look: LOOK,
    products: ["auth"],
  } as const);
  await expect(page.locator("h1").last()).toBeAttached();
};

const setSize = async (page: Page, { width, zoom }: (typeof SIZES)[number]): Promise<void> => {
  await page.setViewportSize({ width, height: 700 });
  await page.evaluate(
    (size) => {
      document.documentElement.style.fontSize = size;
    },
    `${100 * zoom}%`,
  );
};

const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

for (const name of ["link", "account"])
  test(`every text of every view of ${name} may be a word of 40 letters, at 320 px and at 200 %`, async ({
    page,
    server,
  }) => {
    await page.goto(`${server.api}/dashboard/preview/${name}`);
    const views = await viewsOf(page);
    expect(views.length).toBeGreaterThan(5);
    const faults: string[] = [];
    for (const size of SIZES) {
      await setSize(page, size);
      for (const view of views) {
        await showView(page, view);
        await lengthenTexts(page.locator("#root"), WORD);
        const found = await cutOff(page.locator("#root"));
        if (await scrollsSideways(page)) found.push("the page scrolls sideways");
        faults.push(...found.map((fault) => `${view} at ${size.width}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
  });

const HOSTED: OpenHostedLinkResponse = {
  language: "en",
  client_name: `${WORD} AG`,
  logo: null,
  accents: null,
  link_token: "link-sandbox-1",
  expires_at: "2027-03-14T12:00:00.000Z",
  is_over: false,
  completion_redirect_uri: "https://shop.example/thanks",
  reconfirms: false,
  connection: {
    institution: `${WORD} Bank`,
    accounts: [`${WORD} •••• 0000`],
    dates: `Shared since ${WORD}`,
  },
  words: {
    title: `${WORD} asks you to connect your bank`,
    text: `${WORD} never sees your password.`,
    button: WORD,
    back: `Back to ${WORD}`,
    until: "This link works until {time}.",
    done: { title: `${WORD} is connected`, text: WORD },
  },
};

for (const { state, changes } of [
  { state: "ready", changes: {} },
  { state: "done", changes: { link_token: null } },
  {
    state: "ready",
    changes: {
      logo: { src: "/icon-512.png", width: 512, height: 64 },
      accents: { light: "#0b5c6b", dark: "#5fc6d8" },
    },
  },
])
  test(`hosted Link that is ${state} with ${Object.keys(changes)} shows names of 40 letters whole`, async ({
    page,
    server,
  }) => {
    await page.route("**/bridge/hosted/open", (route) =>
      route.fulfill({ json: { ...HOSTED, ...changes } }),
    );
    await page.goto(`${server.api}/hosted#secret`);
    await expect(page.locator(`[data-state=${state}]`)).toBeAttached();
    for (const size of SIZES) {
      await setSize(page, size);
      expect(await cutOff(page.locator("body"))).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
    }
  });
