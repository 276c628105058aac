import { callback, linkIn, open, story } from "./support/link.ts";
import { expect, MOTION, test } from "./support/test.ts";

test.describe("leaving", () => {
  test("leaving from the list exits at once, with the status of that view", async ({
    page,
    host,
  }) => {
    await page.goto(host.url());
    await open(page);
    await linkIn(page).getByTestId("close").click();
    const [error, metadata] = await callback(page, "onExit");
    expect(error).toBeNull();
    expect(metadata).toEqual({
      link_session_id: expect.any(String),
      request_id: expect.any(String),
      institution: null,
      status: null,
    });
    expect((await story(page)).slice(-2)).toEqual(["EXIT", "onExit"]);
  });

  test("the close button and Escape ask for confirmation once the user has begun to sign in", async ({
    page,
    host,
  }) => {
    await page.goto(host.url());
    await open(page);
    const link = linkIn(page);
    await link.getByRole("button", { name: "First Platypus Bank" }).click();
    await link.getByTestId("credential-username").fill("user_good");
    await page.keyboard.press("Escape");
    await expect(link.getByTestId("stay")).toBeVisible();
    await link.getByTestId("stay").click();
    // Link may hold the click until it is certainly visible. Escape must come after that.
    await expect(link.getByTestId("stay")).toBeHidden();
    await expect(link.getByTestId("credential-username")).toHaveValue("user_good");
    await page.keyboard.press("Escape");
    await link.getByTestId("leave").click();
    const [, metadata] = await callback(page, "onExit");
    expect(metadata).toMatchObject({
      institution: { institution_id: "ins_109508", name: "First Platypus Bank" },
      status: "requires_credentials",
    });
  });

  test.describe("with motion", () => {
    test.use(MOTION);

    test("leaving restores the page: styles, scroll, focus, and nothing inert", async ({
      page,
      host,
    }) => {
      await page.goto(host.url());
      await page.evaluate(() => window.scrollTo(0, 321));
      const look = () =>
        page.evaluate(() => ({
          html: document.documentElement.getAttribute("style"),
          body: document.body.getAttribute("style"),
          overflow: getComputedStyle(document.documentElement).overflow,
          scroll: window.scrollY,
          width: document.documentElement.clientWidth,
          inert: document.querySelectorAll("body > [inert]:not(dialog)").length,
          focus: document.activeElement?.id,
        }));
      await page.getByRole("button", { name: "Connect" }).focus();
      const before = await look();
      for (const leave of ["click", "Escape", "force"]) {
        await page.keyboard.press("Enter");
        await expect(linkIn(page).getByRole("heading", { level: 1 })).toBeFocused();
        expect((await look()).overflow).toBe("hidden");
        if (leave === "click") await linkIn(page).getByTestId("close").click();
        if (leave === "Escape") await page.keyboard.press("Escape");
        if (leave === "force")
          await page.evaluate(() => Reflect.get(window, "handler").exit({ force: true }));
        await expect(page.getByRole("dialog")).toBeHidden();
        expect(await look()).toEqual(before);
      }
    });
  });
});
