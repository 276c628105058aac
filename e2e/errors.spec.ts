import { ERRORS } from "../src/protocol/errors/errors.ts";
import { eventMetadata, openLink, signIn } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

/** Two ways for the user to continue. Tests of the view and of the machine cover all errors. */
const WAYS = {
  ITEM_LOCKED: "site",
  INSTITUTION_DOWN: "another institution",
} as const;

test("the line for support stays within the margins of a phone, next to its copy button", async ({
  page,
  host,
}) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const link = await openLink(page, host.url());
    await signIn(page, /First Platypus/, "error_INSTITUTION_NOT_RESPONDING");
    const copy = link.getByTestId("copy");
    await expect(copy).toBeVisible();
    const { lines, button, room } = await copy.evaluate((element) => {
      const shown = [
        ...(element.previousElementSibling?.querySelectorAll(":scope > :not(.unseen)") ?? []),
      ];
      const body = element.closest(".body")?.getBoundingClientRect();
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return {
        lines: shown.map((part) => part.getBoundingClientRect().toJSON()),
        button: { left, right, middle: (top + bottom) / 2 },
        room: { left: (body?.left ?? 0) + 24, right: (body?.right ?? 0) - 24 },
      };
    });
    expect(lines.length).toBeGreaterThan(0);
    expect(Math.min(...lines.map(({ left }) => left))).toBeGreaterThanOrEqual(room.left);
    expect(Math.max(...lines.map(({ right }) => right))).toBeLessThanOrEqual(button.left + 1);
    expect(button.right).toBeLessThanOrEqual(room.right + 1);
    expect(button.middle).toBeGreaterThan(Math.min(...lines.map(({ top }) => top)));
    expect(button.middle).toBeLessThan(Math.max(...lines.map(({ bottom }) => bottom)));
  }
});

for (const [error_code, way] of Object.entries(WAYS) as [keyof typeof WAYS, string][])
  test(`after ${error_code} the user can go on: ${way}`, async ({ page, host }) => {
    const link = await openLink(page, host.url());
    await signIn(page, /First Platypus/, `error_${error_code}`);
    if (way === "site") {
      await expect(link.getByTestId("institution-site")).toHaveAttribute("target", "_blank");
      await expect(link.getByTestId("institution-site")).toHaveAttribute("href", /^https:/);
      // Sends the corrected login, whose fields still have the input.
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
