import type { Locator } from "@playwright/test";
import { openLink } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

const NAME = "Rechtsschutzversicherungsgesellschaften AG";

/** The texts of visible elements that end outside of the window, or that their element cuts off. */
const cutOff = (root: Locator) =>
  root.locator("*:not(svg *)").evaluateAll((all) =>
    all
      .filter((element) => {
        const { right, width } = element.getBoundingClientRect();
        const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1;
        return element.checkVisibility() && width > 0 && (right > innerWidth || isCut);
      })
      // The header's one line ends in dots.
      .filter((element) => !element.closest(".owner"))
      .map((element) => `${element.localName}.${element.className}: ${element.textContent}`),
  );

for (const { zoom, width } of [
  { zoom: 1, width: 320 },
  { zoom: 2, width: 390 },
])
  test(`a name with a word of 40 letters is shown whole at ${width} px and ${100 * zoom} %`, async ({
    page,
    host,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    const link = await openLink(page, host.url({ config: { clientName: NAME } }));
    const root = link.locator("#root");
    await link.locator("html").evaluate((html, size) => {
      html.style.fontSize = `${100 * size}%`;
    }, zoom);
    await link.getByTestId("trust").press("Enter");
    await expect(link.getByText(`It goes to your bank, not to ${NAME}.`)).toBeVisible();
    expect(await cutOff(root)).toEqual([]);
    await link.getByTestId("institution-ins_109512").click();
    await expect(link.getByTestId("credential-username")).toBeVisible();
    expect(await cutOff(root)).toEqual([]);
  });
