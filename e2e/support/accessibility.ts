import { readFileSync } from "node:fs";
import { expect, type Frame, type Page } from "@playwright/test";
import type axe from "axe-core";
import { animationsEnd } from "./link.ts";

const AXE = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * Expects that axe finds no fault in any document of a page. Each document is checked separately,
 * with a single injection of axe. `AxeBuilder` checks a page as a whole, opens another page each
 * time, and takes several times as long.
 */
export const expectNoFault = async (page: Page): Promise<void> => {
  for (const frame of await shownFrames(page))
    expect(await faultsIn(frame), frame.url()).toEqual([]);
};

/** Expects that axe finds no fault in the light page, and no fault of colours in the dark page. */
export const expectNoFaultInBoth = async (page: Page): Promise<void> => {
  await page.emulateMedia({ colorScheme: "dark" });
  for (const frame of await shownFrames(page))
    expect(await faultsIn(frame, COLOR_RULES), frame.url()).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoFault(page);
};

/** Widths of 320 pixels, and of 1,280 at a zoom of 200 %. */
const SMALL = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
];

/**
 * Expects that a page fits small windows, and passes axe there in light, dark and forced colours.
 */
export const expectReach = async (page: Page): Promise<void> => {
  for (const viewport of SMALL) {
    await page.setViewportSize(viewport);
    const hidden = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect([page.url(), viewport.width, hidden]).toEqual([page.url(), viewport.width, 0]);
    await expectNoFaultInBoth(page);
    await page.emulateMedia({ forcedColors: "active" });
    await expectNoFault(page);
    await page.emulateMedia({ forcedColors: "none" });
  }
};

/**
 * Returns the page's own frame and its visible frames, since a closed Link leaves an empty frame.
 */
const shownFrames = async (page: Page): Promise<Frame[]> => {
  const frames = page.frames();
  const areShown = await Promise.all(
    frames.map(async (frame) =>
      frame.parentFrame() === null ? true : (await frame.frameElement()).isVisible(),
    ),
  );
  return frames.filter((_, index) => areShown[index]);
};

/** The rules that depend on the theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Returns the faults in a document, by all rules or by the named rules. */
const faultsIn = async (frame: Frame, rules: readonly string[] = []): Promise<unknown[]> => {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(AXE);
  // During a fade-in, text has too little contrast.
  await animationsEnd(frame.locator("html"));
  return frame.evaluate(async (names) => {
    const { run }: typeof axe = Reflect.get(window, "axe");
    const { violations } = await run(document, {
      iframes: false,
      preload: false,
      resultTypes: ["violations"],
      ...(names.length > 0 && { runOnly: [...names] }),
    });
    return violations;
  }, rules);
};
