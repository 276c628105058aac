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
