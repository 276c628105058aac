import type { FrameLocator } from "@playwright/test";
import { animationsEnd, openLink, signIn } from "./support/link.ts";
import { expect, MOTION, test } from "./support/test.ts";

test.use(MOTION);

/** A painted frame: the card's rectangle, the height of its close button, and its view. */
type PaintedFrame = { view: string; height: number; top: number; close: number };

/**
 * Records each painted frame of the card from now on. Returns a function that reads and clears the
 * record.
 */
const recordFrames = async (link: FrameLocator): Promise<() => Promise<PaintedFrame[]>> => {
  const root = link.locator("#root");
  await root.evaluate((element) => {
    const frames: PaintedFrame[] = [];
    const record = (): void => {
      const card = element.querySelector(".card");
      const title = card?.querySelector("section:not([hidden]) h1");
      const close = card?.querySelector('[data-testid="close"]');
      if (!card) return;
      const { height, top } = card.getBoundingClientRect();
      frames.push({
        view: title?.textContent ?? "",
        height: Math.round(height),
        top: Math.round(top),
        close: Math.round(close?.getBoundingClientRect().top ?? top),
      });
    };
    // Link's observer of sizes starts motions after a frame's callbacks and before its paint. An
    // observer that was created later runs after Link's.
    const beforePaint = (): void => {
      const sizes = new ResizeObserver(() => {
        sizes.disconnect();
        record();
      });
      sizes.observe(element);
      requestAnimationFrame(beforePaint);
    };
    requestAnimationFrame(beforePaint);
    Object.assign(element, { readFrames: () => frames.splice(0) });
  });
  return () => root.evaluate((element) => Reflect.get(element, "readFrames")());
};

const SIDES = ["height", "top", "close"] as const;

/** The coordinates of a side at which each view was painted, without repetitions. */
const placesByView = (
  frames: PaintedFrame[],
  side: (typeof SIDES)[number],
): [view: string, places: number[]][] => {
  const views: [string, number[]][] = [];
  for (const { view, [side]: place } of frames) {
    const last = views.at(-1);
    if (last?.[0] !== view) views.push([view, [place]]);
    else if (last[1].at(-1) !== place) last[1].push(place);
  }
  return views;
};

const isOneWay = (places: number[]): boolean => {
  const sorted = places.toSorted((one, other) => one - other);
  return [sorted, sorted.toReversed()].some((way) => `${way}` === `${places}`);
};

/** Expects that the window moved in one direction while it showed the given number of views. */
const expectOneWay = (frames: PaintedFrame[], least: number): void => {
  for (const side of SIDES) {
    const views = placesByView(frames, side);
    expect(views.length).toBeGreaterThanOrEqual(least);
    expect([side, views.filter(([, places]) => !isOneWay(places))]).toEqual([side, []]);
  }
};

test("the window's rectangle moves one way from each view to the next", async ({ page, host }) => {
  const link = await openLink(page, host.url());
  await expect(link.getByTestId("institution-ins_109508")).toBeVisible();
  await animationsEnd(link.locator("html"));
  const frames = await recordFrames(link);
  await signIn(page, /First Platypus/, "mfa_device");
  await link
    .getByTestId(/^mfa-device-/)
    .first()
    .click();
  await link.getByTestId("mfa-code").fill("1234");
  await link.getByTestId("submit").click();
  await link.getByRole("checkbox").first().check();
  await link.getByTestId("submit").click();
  await expect(link.getByTestId("finish")).toBeVisible();
  await animationsEnd(link.locator("html"));
  expectOneWay(await frames(), 6);
});

test("the window's rectangle moves one way through a refusal, an error and the question before leaving", async ({
  page,
  host,
}) => {
  const link = await openLink(page, host.url());
  await expect(link.getByTestId("institution-ins_109508")).toBeVisible();
  await animationsEnd(link.locator("html"));
  const frames = await recordFrames(link);
  /** The form keeps its title after a refusal, so each step has a separate record. */
  const expectOneWayTo = async (testId: string): Promise<void> => {
    await expect(link.getByTestId(testId)).toBeVisible();
    await animationsEnd(link.locator("html"));
    expectOneWay(await frames(), 1);
  };
  await link.getByTestId("institution-ins_109508").click();
  await expectOneWayTo("credential-username");
  await link.getByTestId("credential-username").fill("user_good");
  await link.getByTestId("credential-password").fill("wrong");
  await link.getByTestId("submit").click();
  await expect(link.getByRole("alert")).toBeVisible();
  await expectOneWayTo("submit");
  await link.getByTestId("close").click();
  await expectOneWayTo("stay");
  await link.getByTestId("stay").click();
  await expectOneWayTo("submit");
  await link.getByTestId("credential-password").fill("error_ITEM_LOCKED");
  await link.getByTestId("submit").click();
  await expectOneWayTo("institution-site");
  await link.getByTestId("back").click();
  await expect(link.getByTestId("institution-site")).toBeHidden();
  await animationsEnd(link.locator("html"));
  expectOneWay(await frames(), 1);
});

test("the window's rectangle moves one way through a consent and a bank's own site", async ({
  page,
  host,
}) => {
  const config = { language: "fr", countryCodes: ["FR"], product: ["transactions", "identity"] };
  const link = await openLink(page, host.url({ config }));
  await expect(link.locator("li .row").first()).toBeVisible();
  await animationsEnd(link.locator("html"));
  const frames = await recordFrames(link);
  await link.locator("li .row").first().click();
  await link.getByTestId("agree").click();
  await expect(link.getByTestId("agree")).toBeHidden();
  await expect(
    link.locator("[data-testid=submit]:visible, [data-testid=oauth]:visible"),
  ).toBeVisible();
  await animationsEnd(link.locator("html"));
  await link.getByTestId("back").click();
  await expect(link.getByTestId("institution-search")).toBeVisible();
  await animationsEnd(link.locator("html"));
  expectOneWay(await frames(), 4);
});
