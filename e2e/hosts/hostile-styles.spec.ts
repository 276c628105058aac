import type { Page } from "@playwright/test";
import { callback, linkIn, openLink } from "../support/link.ts";
import { expect, MOTION, test } from "../support/test.ts";

test.use(MOTION);

/** Styles of pages that would also match our elements. */
const STYLES: Record<string, string> = {
  "sizes every iframe":
    "iframe{height:auto!important;width:1px!important;max-height:9px!important}",
  "hides everything unknown": "body~*,html>div,div,dialog,iframe{display:none!important}",
  "unsets everything": "*{all:unset!important}",
  "hides dialogs and their backdrops":
    "dialog,dialog::backdrop,::backdrop{display:none!important;visibility:hidden!important}",
  "takes clicks from iframes": "iframe,div,html>*{pointer-events:none!important}",
  "makes all but its body transparent":
    "html>:not(body){opacity:0!important;filter:blur(9px)!important}",
  "clips, moves and masks":
    "*{clip-path:circle(1px)!important;translate:-999px!important;scale:.1!important;mask:none!important}",
  "skips events of others": "html>*{content-visibility:hidden!important;contain:strict!important}",
  "layers important rules":
    "@layer a,b;@layer a{html>:not(body){display:none!important;opacity:0!important}}",
  "animates everything":
    "@keyframes gone{to{opacity:0;visibility:hidden;display:none;transform:scale(0)}}html>:not(body){animation:gone 1ms forwards!important}",
  "lets everything change slowly": "*{transition:all 100s allow-discrete!important}",
  "is dark, zoomed and written from right to left":
    ":root{color-scheme:dark!important}html{zoom:1.5;direction:rtl;cursor:none;color:#fff;font:99px serif}",
  "is transformed, contained and transparent itself":
    "body{transform:scale(.5);contain:strict;opacity:.1;filter:invert(1);will-change:transform;isolation:isolate}",
};

/** The position of the frame, and the element at the pointer in the frame's middle. */
const frameAt = (page: Page) =>
  page.locator('iframe[name="service-link"]').evaluate((frame) => {
    const { x, y, width, height } = frame.getBoundingClientRect();
    const root = frame.getRootNode() as ShadowRoot;
    const element = root.elementFromPoint(innerWidth / 2, innerHeight / 2);
    return {
      box: [x, y, width, height],
      isMet: element === frame,
      window: [innerWidth, innerHeight],
    };
  });

/** Gives the page another style, and creates a new Link under it. */
const restyle = async (page: Page, css: string): Promise<void> => {
  const address = `/host.css?${new URLSearchParams({ css })}`;
  await page.locator("link").evaluate(
    (link, href) =>
      new Promise((resolve) => {
        link.addEventListener("load", resolve, { once: true });
        link.setAttribute("href", href);
      }),
    address,
  );
  await page.evaluate(
    "handler.destroy(); called.length = 0; window.handler = Service.create(config);",
  );
};

test("Link is shown in full whatever the page's style does to its own elements", async ({
  page,
  host,
}) => {
  await page.goto(host.url());
  for (const [what, css] of Object.entries(STYLES))
    await test.step(`a page that ${what}`, async () => {
      await restyle(page, css);
      // The test presses no key, since the browser may still be moving the focus between processes.
      await page.getByText("Connect", { exact: true }).dispatchEvent("click");
      const link = linkIn(page);
      await expect(link.getByTestId("institution-search")).toBeVisible();
      const { box, isMet, window } = await frameAt(page);
      expect(isMet).toBe(true);
      const zoom = (box[2] ?? 0) / (window[0] ?? 1);
      expect(box.map((edge) => Math.round(edge / zoom))).toEqual([0, 0, ...window]);
      await link.getByTestId("close").dispatchEvent("click");
      await callback(page, "onExit");
    });
});

test("inline styles that a page's script puts on everything change nothing", async ({
  page,
  host,
}) => {
  const link = await openLink(page, host.url());
  await expect(link.getByTestId("institution-search")).toBeVisible();
  await page.evaluate(() => {
    for (const each of document.querySelectorAll<HTMLElement>("html>*"))
      for (const [name, value] of [
        ["display", "none"],
        ["opacity", "0"],
        ["visibility", "hidden"],
      ] as const)
        each.style.setProperty(name, value, "important");
  });
  expect((await frameAt(page)).isMet).toBe(true);
  await link.getByTestId("close").dispatchEvent("click");
  await callback(page, "onExit");
});
