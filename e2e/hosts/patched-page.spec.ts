import { openLink, signIn } from "../support/link.ts";
import { expect, test } from "../support/test.ts";

/** Patches of old libraries, and additions of careless pages. */
const PATCHES = {
  "lists that write themselves as JSON": () =>
    Object.assign(Array.prototype, {
      toJSON(this: unknown[]) {
        return `[${this.join(", ")}]`;
      },
    }),
  "callbacks that every object inherits": () =>
    Object.assign(Object.prototype, {
      onExit: () => {
        throw new Error("an inherited callback");
      },
      token: "link-sandbox-inherited",
      language: "fr",
    }),
  "methods that every list, text and function inherits": () => {
    for (const prototype of [Array.prototype, String.prototype, Function.prototype])
      Object.assign(prototype, { each() {}, camelize() {}, bindAsEventListener() {} });
  },
};

for (const [what, patch] of Object.entries(PATCHES))
  test(`a page with ${what} connects an account`, async ({ page, host }) => {
    const { hostname } = new URL(host.url());
    await page.addInitScript(`if (location.hostname === ${JSON.stringify(hostname)} && top === self)
      (${patch.toString()})();`);
    const link = await openLink(page, host.url());
    await signIn(page, /First Platypus/);
    await link.getByTestId("select-all").click();
    await link.getByTestId("submit").click();
    await link.getByTestId("finish").click();
    // A single text, since the page's patches would also break the test's lists.
    const messages = () =>
      page.evaluate(() =>
        Reflect.get(window, "called")
          .map(([name, first]: [string, unknown]) => `${name} ${first}`)
          .join("\n"),
      );
    await expect.poll(messages).toMatch(/\nonSuccess public-sandbox-\S+$/);
    expect(await messages()).not.toContain("onExit");
  });
