import type { Locator } from "@playwright/test";
import { expectNoFault } from "./support/accessibility.ts";
import { openLink, signIn } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

const ATTRIBUTES = [
  "autocomplete",
  "autocapitalize",
  "autocorrect",
  "spellcheck",
  "enterkeyhint",
  "inputmode",
];

/** The attributes of a field in the document, for browsers and phones. */
const fetchAttributes = async (field: Locator): Promise<(string | null)[]> => {
  const attributes = await field.evaluate(
    (input, names) => names.map((name) => input.getAttribute(name)),
    ATTRIBUTES,
  );
  // The browser's values of attributes that are also properties.
  const isOn = (name: string) => field.evaluate((input, of) => Reflect.get(input, of), name);
  expect([await isOn("spellcheck"), await isOn("autocorrect")]).toEqual([false, false]);
  return attributes;
};

const field = (
  autocomplete: string,
  inputmode: string | null = null,
  enterkeyhint: "search" | "next" | "go" = "go",
) => [autocomplete, "none", "off", "false", enterkeyhint, inputmode];

test("no field is corrected, capitalised or spell-checked, and each has a label", async ({
  page,
  host,
}) => {
  const link = await openLink(page, host.url());
  const search = link.getByTestId("institution-search");
  expect(await fetchAttributes(search)).toEqual(field("off", null, "search"));
  await link.getByRole("button", { name: "First Platypus Bank" }).click();
  expect(await fetchAttributes(link.getByTestId("credential-username"))).toEqual(
    field("username", null, "next"),
  );
  const password = link.getByTestId("credential-password");
  expect(await fetchAttributes(password)).toEqual(field("current-password"));
  await link.getByRole("button", { name: "Show Password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  expect(await fetchAttributes(password)).toEqual(field("current-password"));
  await link.getByTestId("back").click();

  await signIn(page, /First Platypus/, "mfa_code");
  expect(await fetchAttributes(link.getByTestId("mfa-code"))).toEqual(
    field("one-time-code", "numeric"),
  );
  await link.getByTestId("back").click();
  await signIn(page, /First Platypus/, "mfa_questions_1_1");
  expect(await fetchAttributes(link.getByTestId("mfa-answer-0"))).toEqual(field("off"));
});

for (const [size, viewport] of [
  ["1280×800", { width: 1280, height: 800 }],
  ["390×600", { width: 390, height: 600 }],
] as const)
  test(`the first invalid field is fully visible at ${size}, with its label and its message`, async ({
    page,
    host,
  }) => {
    await page.setViewportSize(viewport);
    const user = { legalName: "Jane Doe", emailAddress: "jane@mail.example" };
    const link = await openLink(page, host.url({ config: { user, product: ["auth"] } }));
    await link.getByTestId("institution-search").fill("by hand");
    await link.getByTestId("institution-ins_900000").click();
    const submit = link.getByTestId("submit");
    for (const [name, fix] of [
      ["routing_number", (field: Locator) => field.fill("021000021")],
      ["account_number", (field: Locator) => field.fill("1111222233330000")],
      ["account_type", (field: Locator) => field.selectOption("checking")],
      ["agree", (field: Locator) => field.check()],
    ] as const) {
      await submit.click();
      const field = link.getByTestId(`credential-${name}`);
      await expect(field).toBeFocused();
      const { top, bottom, from, to } = await field.evaluate((input) => {
        const whole = input.closest(".field")?.getBoundingClientRect();
        const body = input.closest(".body")?.getBoundingClientRect();
        // Scrolling content fades at its ends, over 16 and 24 pixels. Content above the button does
        // not fade.
        const [from, to] = body ? [body.top + 16, body.bottom - 24] : [0, innerHeight];
        return { top: whole?.top ?? 0, bottom: whole?.bottom ?? 0, from, to };
      });
      expect(top).toBeGreaterThanOrEqual(from);
      expect(bottom).toBeLessThanOrEqual(to);
      await fix(field);
    }
  });

for (const language of ["en", "fr"])
  test(`the consent to the deposits is in view at 390×844 without scrolling, with the named bank: ${language}`, async ({
    page,
    host,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const user = { legalName: "Jane Doe", emailAddress: "jane@mail.example" };
    const link = await openLink(page, host.url({ config: { user, product: ["auth"], language } }));
    await link.getByTestId("institution-search").fill("by hand");
    await link.getByTestId("institution-ins_900000").click();
    const agree = link.locator("label", { has: link.getByTestId("credential-agree") });
    await expect(agree).toBeInViewport({ ratio: 1 });
    await link.getByTestId("credential-routing_number").fill("804654979");
    await expect(link.getByText("First Platypus Bank")).toBeVisible();
    await expectNoFault(page);
    await expect(agree).toBeInViewport({ ratio: 1 });
    const overflow = await link
      .locator(".body")
      .evaluate((body) => body.scrollHeight - body.clientHeight);
    expect(overflow).toBeLessThanOrEqual(0);
  });
