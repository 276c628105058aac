import type { FrameLocator } from "@playwright/test";
import { animationsEnd, openLink, signIn } from "./support/link.ts";
import { expect, MOTION, test } from "./support/test.ts";

test.use(MOTION);

/** The card's height in a painted frame, and the view in it. */
type PaintedFrame = { view: string; height: number };

/** Records each painted frame of the card from now on; returns how to read the record. */
const recordFrames = async (link: FrameLocator): Promise<() => Promise<PaintedFrame[]>> => {
  const root = link.locator("#root");
  await root.evaluate((element) => {
    const frames: PaintedFrame[] = [];
    const record = (): void => {
      const card = element.querySelector(".card");
      const title = card?.querySelector("section:not([hidden]) h1");
      if (card)
        frames.push({
          view: title?.textContent ?? "",
          height: Math.round(card.getBoundingClientRect().height),
        });
      requestAnimationFrame(record);
    };
    record();
    Object.assign(element, { frames });
  });
  return () => root.evaluate((element) => Reflect.get(element, "frames"));
};

/** The heights that each view was painted at, without repetitions. */
const heightsByView = (frames: PaintedFrame[]): [view: string, heights: number[]][] => {
  const views: [string, number[]][] = [];
  for (const { view, height } of frames) {
    const last = views.at(-1);
    if (last?.[0] !== view) views.push([view, [height]]);
    else if (last[1].at(-1) !== height) last[1].push(height);
  }
  return views;
};

const isOneWay = (heights: number[]): boolean => {
  const sorted = heights.toSorted((one, other) => one - other);
  return [sorted, sorted.toReversed()].some((way) => `${way}` === `${heights}`);
};

test("the window's height moves one way from each view to the next", async ({ page, host }) => {
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
  const views = heightsByView(await frames());
  expect(views.length).toBeGreaterThan(5);
  expect(views.filter(([, heights]) => !isOneWay(heights))).toEqual([]);
});
