import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/test.ts";

const FOCUSABLE =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";

/** The middle line of the focus ring around an element or its row, in pixels of the page. */
type Ring = { kind: string; left: number; top: number; right: number; bottom: number };

/** Returns the ring of the focused element, or of an element around it; null without a ring. */
const ringOf = (focused: Locator): Promise<Ring | null> =>
  focused.evaluate((element) => {
    for (let at: Element | null = element, up = 0; at && up < 4; at = at.parentElement, up++) {
      const style = getComputedStyle(at);
      const width = Number.parseFloat(style.outlineWidth);
      // An invisible field's ring is drawn by the element around it.
      if (style.opacity === "0") continue;
      if (style.outlineStyle === "none" || width === 0 || style.outlineColor === "rgba(0, 0, 0, 0)")
        continue;
      const away = Number.parseFloat(style.outlineOffset) + width / 2;
      const { left, top, right, bottom } = at.getBoundingClientRect();
      const kind = `${at.localName}.${at.className}`;
      return {
        kind,
        left: left - away,
        top: top - away,
        right: right + away,
        bottom: bottom + away,
      };
    }
    return null;
  });

/**
 * Compares two pictures along the middle of each side of a ring. Returns the smallest share of
 * different points.
 */
const drawnShare = (page: Page, pictures: [string, string], ring: Ring): Promise<number> =>
  page.evaluate(
    async ([[one, other], { left, top, right, bottom }]) => {
      const fetchPixels = async (png: string) => {
        const blob = await (await fetch(`data:image/png;base64,${png}`)).blob();
        const picture = await createImageBitmap(blob);
        const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
        if (!context) throw new Error("the browser draws");
        context.drawImage(picture, 0, 0);
        return context.getImageData(0, 0, picture.width, picture.height);
      };
      const [first, second] = await Promise.all([fetchPixels(one), fetchPixels(other)]);
      const differsAt = (x: number, y: number): boolean => {
        const at = 4 * (Math.floor(y) * first.width + Math.floor(x));
        return [0, 1, 2].some(
          (part) => Math.abs((first.data[at + part] ?? 0) - (second.data[at + part] ?? 0)) > 24,
        );
      };
      const shares = [0, 1, 2, 3].map((side) => {
        let drawn = 0;
        for (let step = 0; step < 50; step++) {
          const along = 0.3 + (0.4 * step) / 49;
          const x = [left + (right - left) * along, right, left + (right - left) * along, left];
          const y = [top, top + (bottom - top) * along, bottom, top + (bottom - top) * along];
          if (differsAt(x[side] ?? 0, y[side] ?? 0)) drawn++;
        }
        return drawn / 50;
      });
      return Math.min(...shares);
    },
    [pictures, ring] as const,
  );

/** Marks a control of each kind not yet seen. Returns the kinds. */
const markKinds = (page: Page, seen: string[]): Promise<string[]> =>
  page.evaluate(
    ([selector, known]) => {
      const kinds: string[] = [];
      for (const element of document.querySelectorAll<HTMLElement>(`#root :is(${selector})`)) {
        // The code's field is invisible: a box before it has the ring. Another journey covers that
        // ring.
        const isOff =
          !element.checkVisibility({ visibilityProperty: true }) ||
          element.matches(":disabled, .boxed") ||
          element.closest("[inert]");
        const names = [element, element.parentElement].map(
          (at) => `${at?.localName}.${at?.className.replaceAll(" ", ".")}`,
        );
        const kind = names.join(" in ");
        if (isOff || known.includes(kind) || kinds.includes(kind)) continue;
        element.dataset.kind = kind;
        kinds.push(kind);
      }
      return kinds;
    },
    [FOCUSABLE, seen] as const,
  );

const LOOK = { accent: null, radius: null, font: null, logo: null };

for (const { name, colors } of [
  { name: "in light", colors: {} },
  { name: "in forced colours", colors: { forcedColors: "active" as const } },
])
  test(`each kind of control of Link has a whole ring around it ${name} while it has the focus`, async ({
    page,
    context,
    server,
  }) => {
    const painter = await context.newPage();
    await page.bringToFront();
    await page.emulateMedia({ reducedMotion: "reduce", ...colors });
    await page.goto(`${server.api}/dashboard/preview/link`);
    const views = await page.evaluate(() => window.preview?.views.map(({ id }) => id) ?? []);
    const seen = new Set<string>();
    const faults: string[] = [];
    for (const view of views) {
      await page.evaluate((options) => window.preview?.show(options), {
        view,
        theme: "light",
        name: "Tally",
        look: LOOK,
        products: ["auth"],
      } as const);
      // After a key press, focus by script counts as keyboard focus.
      await page.keyboard.press("Shift");
      for (const kind of await markKinds(page, [...seen])) {
        const control = page.locator(`[data-kind="${kind}"]`).first();
        await control.scrollIntoViewIfNeeded();
        await control.focus();
        const ring = await ringOf(control);
        seen.add(kind);
        if (ring === null) {
          faults.push(`${view}: ${kind} has no ring`);
          continue;
        }
        const focused = await page.screenshot({ caret: "hide" });
        await control.evaluate((element) => {
          if (element instanceof HTMLElement) element.blur();
        });
        const plain = await page.screenshot({ caret: "hide" });
        const pictures: [string, string] = [focused.toString("base64"), plain.toString("base64")];
        const share = await drawnShare(painter, pictures, ring);
        if (share < 0.9) faults.push(`${view}: ${kind}, ${ring.kind}: ${share}`);
      }
    }
    expect(seen.size).toBeGreaterThan(15);
    expect(faults).toEqual([]);
  });
