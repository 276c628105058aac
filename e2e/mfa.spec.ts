import type { Page } from "@playwright/test";
import { expectNoFault } from "./support/accessibility.ts";
import {
  animationsEnd,
  callback,
  eventMetadata,
  fetchCalls,
  linkIn,
  signIn,
  story,
} from "./support/link.ts";
import { expect, test } from "./support/test.ts";

/** Opens Link and signs in with a password that makes the sandbox send a challenge. */
const challenge = async (page: Page, address: string, password: string) => {
  await page.goto(address);
  await page.getByRole("button", { name: "Connect" }).click();
  await signIn(page, /First Platypus/, password);
  return linkIn(page);
};

const platypus = { institution_id: "ins_109508", institution_name: "First Platypus Bank" };

test("a code is sent to the chosen device, may be wrong once, and signs the user in", async ({
  page,
  host,
}) => {
  const link = await challenge(page, host.url(), "mfa_device");
  await expect(link.getByRole("heading", { name: "Where should your code go?" })).toBeFocused();
  const device = link.getByTestId(/^mfa-device-/).first();
  const mask = /\S+$/.exec((await device.textContent()) ?? "")?.[0] ?? "no mask";
  await expectNoFault(page);
  await device.click();

  const code = link.getByTestId("mfa-code");
  await expect(code).toBeFocused();
  await expect(link.getByText(/^It was sent to/)).toContainText(mask);
  await expect(code).toHaveAccessibleDescription(/The last character submits it\.$/);
  await expectNoFault(page);
  await code.pressSequentially("98-73");
  await expect(link.getByRole("alert")).toHaveText("That code is not right.");
  await expect(code).toBeFocused();
  await expect(code).toHaveValue("9873");
  await expectNoFault(page);
  await page.keyboard.type("1234");
  await page.keyboard.press("Enter");
  await link.getByRole("checkbox").first().check();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
  await callback(page, "onSuccess");

  const views = (await story(page)).filter((name) => name !== "SEARCH_INSTITUTION");
  expect(views.slice(views.indexOf("SUBMIT_CREDENTIALS"))).toEqual([
    "SUBMIT_CREDENTIALS",
    "TRANSITION_VIEW LOADING",
    "TRANSITION_VIEW MFA",
    "SUBMIT_MFA",
    "TRANSITION_VIEW LOADING",
    "TRANSITION_VIEW MFA",
    "SUBMIT_MFA",
    "TRANSITION_VIEW LOADING",
    "ERROR",
    "TRANSITION_VIEW MFA",
    "SUBMIT_MFA",
    "TRANSITION_VIEW LOADING",
    "TRANSITION_VIEW SELECT_ACCOUNT",
    "TRANSITION_VIEW LOADING",
    "TRANSITION_VIEW CONNECTED",
    "HANDOFF",
    "onSuccess",
  ]);
  expect(await eventMetadata(page, "SUBMIT_MFA")).toEqual(
    ["device", "code", "code"].map((mfa_type) => ({
      ...platypus,
      mfa_type,
      link_session_id: expect.any(String),
      request_id: expect.any(String),
      timestamp: expect.any(String),
    })),
  );
  const transitions = await eventMetadata(page, "TRANSITION_VIEW");
  expect(transitions.filter((metadata) => "mfa_type" in Object(metadata))).toMatchObject([
    { view_name: "MFA", mfa_type: "device" },
    { view_name: "MFA", mfa_type: "code" },
    { view_name: "MFA", mfa_type: "code" },
  ]);
  expect(await eventMetadata(page, "ERROR")).toMatchObject([
    { ...platypus, error_type: "ITEM_ERROR", error_code: "INVALID_MFA" },
  ]);
  expect(JSON.stringify(await fetchCalls(page))).not.toMatch(/98-?73/);
});

test("each character of a code is in its box, and a paste with blanks fits", async ({
  page,
  host,
}) => {
  const link = await challenge(page, host.url(), "mfa_code");
  const code = link.getByTestId("mfa-code");
  await code.fill(" 12-34");
  await expect(code).toHaveValue("1234");
  const boxes = link.locator(".boxes > i");
  await expect(boxes).toHaveCount(4);
  const { start, pitch } = await code.evaluate((input) => {
    const { paddingLeft, letterSpacing, font } = getComputedStyle(input);
    const context = document.createElement("canvas").getContext("2d");
    if (!context) throw new Error("there is no canvas");
    context.font = font;
    const { width } = context.measureText("0");
    const left = input.getBoundingClientRect().left + Number.parseFloat(paddingLeft);
    return { start: left + width / 2, pitch: width + Number.parseFloat(letterSpacing) };
  });
  const centres = await boxes.evaluateAll((all) =>
    all.map((box) => {
      const { left, width } = box.getBoundingClientRect();
      return left + width / 2;
    }),
  );
  for (const [at, centre] of centres.entries())
    expect(Math.abs(start + at * pitch - centre)).toBeLessThan(2);
});

test("questions and selections are answered, and no state of their forms has an accessibility fault", async ({
  page,
  host,
}) => {
  const link = await challenge(page, host.url(), "mfa_questions_1_1");
  await expect(link.getByTestId("mfa-answer-0")).toBeFocused();
  await expectNoFault(page);
  await link.getByTestId("submit").click();
  await expect(link.getByTestId("mfa-answer-0")).toHaveAccessibleDescription(
    "Please answer this question.",
  );
  await expectNoFault(page);
  await link.getByTestId("back").click();

  await signIn(page, /First Platypus/, "mfa_selections");
  await expect(link.getByRole("group", { name: "Question 1 of 3" })).toBeVisible();
  await expectNoFault(page);
  const look = () =>
    link.getByTestId("submit").evaluate((button) => getComputedStyle(button).backgroundColor);
  const waiting = await look();
  await link.getByTestId("submit").click();
  await expect(link.getByTestId("mfa-option-0-0")).toBeFocused();
  await expect(link.getByRole("radiogroup")).toHaveAccessibleDescription(
    "Please choose an answer.",
  );
  await expectNoFault(page);
  const count = 3;
  for (let at = 0; at < count; at++) {
    // The button looks enabled once the shown question has an answer.
    await page.mouse.move(0, 0);
    await expect.poll(look).toBe(waiting);
    await link.getByTestId(`mfa-option-${at}-1`).check();
    await expect.poll(look).not.toBe(waiting);
    await link.getByTestId("submit").click();
  }
  await expect(link.getByRole("alert")).toContainText("did not match");
  await expect(link.getByRole("radiogroup")).toHaveCount(count);
  await expect(link.getByTestId("mfa-option-0-1")).toBeChecked();
  await expectNoFault(page);
  for (let at = 0; at < count; at++) await link.getByTestId(`mfa-option-${at}-0`).check();
  await link.getByTestId("submit").click();
  await expect(link.getByRole("checkbox").first()).toBeVisible();
  await expect
    .poll(() => eventMetadata(page, "SUBMIT_MFA"))
    .toMatchObject([1, 2].map(() => ({ ...platypus, mfa_type: "selections" })));
});

test("after a refused code the focus is drawn on one box alone", async ({ page, host }) => {
  const link = await challenge(page, host.url(), "mfa_code");
  const code = link.getByTestId("mfa-code");
  await code.pressSequentially("9873");
  await expect(link.getByRole("alert")).toHaveText("That code is not right.");
  await expect(code).toBeFocused();
  const boxes = link.locator(".boxes i");
  /** The pictures of all boxes with their borders, without the refusal's text. */
  const pictures = async () =>
    Promise.all(
      (await boxes.all()).map(async (box) =>
        (await box.screenshot({ caret: "hide" })).toString("hex"),
      ),
    );
  await animationsEnd(link.locator("html"));
  const focused = await pictures();
  await code.evaluate((input) => input.blur());
  const plain = await pictures();
  // The refused code is selected, so the next character appears in the first box.
  expect(focused.flatMap((picture, at) => (picture === plain[at] ? [] : [at]))).toEqual([0]);
});
