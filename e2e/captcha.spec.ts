import { expectNoFault } from "./support/accessibility.ts";
import { callback, openLink, signIn, story } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

test("a captcha is solved by the browser itself, and the password is not typed again", async ({
  page,
  host,
}) => {
  const link = await openLink(page, host.url());
  await signIn(page, /First Platypus/, "recaptcha_good");
  await expect(link.getByRole("heading", { name: "Check that you are human" })).toBeFocused();
  await expectNoFault(page);
  await link.getByTestId("captcha").click();
  await link.getByTestId("select-all").click();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
  await callback(page, "onSuccess");
  const views = (await story(page)).filter((name) => name.startsWith("TRANSITION_VIEW"));
  expect(views).toEqual(
    [
      "SELECT_INSTITUTION",
      "LOADING",
      "CREDENTIAL",
      "LOADING",
      "RECAPTCHA",
      "LOADING",
      "SELECT_ACCOUNT",
      "LOADING",
      "CONNECTED",
    ].map((view) => `TRANSITION_VIEW ${view}`),
  );
});

test("a captcha that is refused can be tried again, and left with requires_captcha", async ({
  page,
  host,
}) => {
  const link = await openLink(page, host.url());
  await signIn(page, /First Platypus/, "recaptcha_bad");
  for (const _ of [1, 2]) {
    await link.getByTestId("captcha").click();
    await expect(link.getByRole("alert")).toBeVisible();
    await expect(link.getByTestId("captcha")).toHaveText("Try the check again");
  }
  await link.getByTestId("close").click();
  await link.getByTestId("leave").click();
  expect(await callback(page, "onExit")).toMatchObject([
    { error_type: "RECAPTCHA_ERROR", error_code: "RECAPTCHA_BAD" },
    { status: "requires_captcha" },
  ]);
});

test("three wrong passwords require a captcha, and then the right password is accepted", async ({
  page,
  host,
}) => {
  const link = await openLink(page, host.url());
  await link.getByRole("button", { name: /First Platypus/ }).click();
  await link.getByTestId("credential-username").fill("user_good");
  for (const guess of ["guess-1", "guess-2", "guess-3"]) {
    await link.getByTestId("credential-password").fill(guess);
    await link.getByTestId("submit").click();
    await expect(link.getByRole("alert")).not.toBeEmpty();
  }
  await link.getByTestId("credential-password").fill("pass_good");
  await link.getByTestId("submit").click();
  await link.getByTestId("captcha").click();
  await expect(link.getByTestId("select-all")).toBeVisible();
});
