import { cutOff } from "./support/cut-off.ts";
import { openLink } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

const NAME = "Rechtsschutzversicherungsgesellschaften AG";

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
