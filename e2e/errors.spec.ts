import { ERRORS, type ErrorCode } from "../src/protocol/errors.ts";
import { LOGIN_ERRORS } from "../src/server/connectors/sandbox/login-errors.ts";
import { callback, openLink, signIn, told } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

/** Where the user goes on after an error of the institution's; to another institution after all others. */
const WAYS: { [C in ErrorCode]?: "form" | "captcha" | "leave" | "site" } = {
  INVALID_CREDENTIALS: "form",
  INVALID_UPDATED_USERNAME: "form",
  USER_INPUT_TIMEOUT: "form",
  ITEM_LOGIN_REQUIRED: "form",
  ACCESS_NOT_GRANTED: "form",
  INSUFFICIENT_CREDENTIALS: "form",
  INSTANT_MATCH_FAILED: "form",
  RECAPTCHA_REQUIRED: "captcha",
  RECAPTCHA_BAD: "captcha",
  INVALID_SEND_METHOD: "leave",
  INVALID_LINK_TOKEN: "leave",
  ITEM_LOCKED: "site",
  PASSWORD_RESET_REQUIRED: "site",
  USER_SETUP_REQUIRED: "site",
};

test("the institutions of the sandbox can give every error that has a way of its own", () => {
  expect(LOGIN_ERRORS).toEqual(expect.arrayContaining(Object.keys(WAYS)));
});

for (const error_code of LOGIN_ERRORS)
  test(`${error_code} has a way on: ${WAYS[error_code] ?? "another institution"}`, async ({
    page,
    host,
  }) => {
    const link = await openLink(page, host.url());
    await signIn(page, /First Platypus/, `error_${error_code}`);
    const code = link.getByText(`For support: ${error_code}`);
    switch (WAYS[error_code]) {
      case "form":
        await expect(link.getByRole("alert")).not.toBeEmpty();
        await expect(link.getByTestId("credential-username")).toHaveValue("user_good");
        await link.getByTestId("credential-password").fill("pass_good");
        await link.getByTestId("submit").click();
        await expect(link.getByTestId("select-all")).toBeVisible();
        break;
      case "captcha":
        await expect(link.getByTestId("captcha")).toBeVisible();
        break;
      case "leave":
        await expect(code).toBeVisible();
        await expect(link.getByTestId("another")).toHaveCount(0);
        await link.getByTestId("leave").click();
        expect(await callback(page, "onExit")).toMatchObject([{ error_code }, {}]);
        break;
      case "site":
        await expect(link.getByTestId("institution-site")).toHaveAttribute("target", "_blank");
        await expect(link.getByTestId("institution-site")).toHaveAttribute("href", /^https:/);
        // What was put right there is put to the test here, with what was typed still in place.
        await link.getByTestId("retry").click();
        await expect(link.getByTestId("credential-username")).toHaveValue("user_good");
        await link.getByTestId("credential-password").fill("pass_good");
        await link.getByTestId("submit").click();
        await expect(link.getByTestId("select-all")).toBeVisible();
        break;
      default:
        await expect(code).toBeVisible();
        await link.getByTestId("another").click();
        await expect(link.getByTestId("institution-search")).toBeVisible();
    }
    const { type, message } = ERRORS[error_code];
    expect(await told(page, "ERROR")).toEqual([
      {
        error_type: type,
        error_code,
        error_message: message,
        institution_id: "ins_109508",
        institution_name: "First Platypus Bank",
        link_session_id: expect.any(String),
        request_id: expect.any(String),
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
  });
