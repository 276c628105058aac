import { ERRORS } from "../src/protocol/errors/errors.ts";
import { eventMetadata, openLink, signIn } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

/** Two ways in which the user can go on; the tests of the view and of the machine cover all errors. */
const WAYS = {
  ITEM_LOCKED: "site",
  INSTITUTION_DOWN: "another institution",
} as const;

for (const [error_code, way] of Object.entries(WAYS) as [keyof typeof WAYS, string][])
  test(`after ${error_code} the user can go on: ${way}`, async ({ page, host }) => {
    const link = await openLink(page, host.url());
    await signIn(page, /First Platypus/, `error_${error_code}`);
    if (way === "site") {
      await expect(link.getByTestId("institution-site")).toHaveAttribute("target", "_blank");
      await expect(link.getByTestId("institution-site")).toHaveAttribute("href", /^https:/);
      // The corrected login is sent, with the input still in its fields.
      await link.getByTestId("retry").click();
      await expect(link.getByTestId("credential-username")).toHaveValue("user_good");
      await link.getByTestId("credential-password").fill("pass_good");
      await link.getByTestId("submit").click();
      await expect(link.getByTestId("select-all")).toBeVisible();
    } else {
      await expect(link.getByText(error_code)).toBeVisible();
      await link.getByTestId("another").click();
      await expect(link.getByTestId("institution-search")).toBeVisible();
    }
    const { type, message } = ERRORS[error_code];
    await expect
      .poll(() => eventMetadata(page, "ERROR"))
      .toEqual([
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
