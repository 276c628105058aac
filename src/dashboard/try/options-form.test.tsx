import { render, screen, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { useState } from "preact/hooks";
import { expect, test } from "vitest";
import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import { COUNTRY_CODES, LINK_PRODUCTS, PERMISSIBLE_PURPOSES } from "../../protocol/vocabulary.ts";
import { client } from "../client.fixture.ts";
import { firstOptions, type LinkOptions } from "./link-options.ts";
import { OptionsForm } from "./options-form.tsx";

type Outcome = { isBusy: boolean; refusal: string | null };

/** Opens the form of a client, and collects the options that it reports. */
const open = (changes: Partial<DashboardClient> = {}, outcome: Partial<Outcome> = {}) => {
  const own = { ...client, ...changes };
  const said: { options: LinkOptions; opened: number } = { options: firstOptions(own), opened: 0 };
  const Form = () => {
    const [options, setOptions] = useState(said.options);
    return (
      <OptionsForm
        {...{ options, client: own, isBusy: false, refusal: null, events: null, ...outcome }}
        onChange={(next) => {
          said.options = next;
          setOptions(next);
        }}
        onOpen={() => {
          said.opened++;
        }}
      />
    );
  };
  render(<Form />);
  return { user: userEvent.setup(), said };
};
const text = (name: string | RegExp) => screen.getByRole("textbox", { name });
const choice = (name: string) => screen.getByRole("combobox", { name });
/** The names of all fields that can be reached. */
const fieldNames = () =>
  [...screen.getAllByRole("textbox"), ...screen.getAllByRole("combobox")].map((field) =>
    field.getAttribute("name"),
  );

test("options for the public_key, of older versions, are reported as they are typed", async () => {
  const { user, said } = open();
  const older = within(choice("Opened with")).getByRole("group", { name: "Older versions" });
  within(older).getByRole("option", { name: "The public_key of the client" });
  await user.selectOptions(choice("Opened with"), "The public_key of the client");
  await user.clear(text("Your name, as users read it"));
  await user.type(text("Your name, as users read it"), " Bob's Bank ");
  await user.click(screen.getByRole("checkbox", { name: "transactions" }));
  await user.click(screen.getByRole("checkbox", { name: "PL" }));
  await user.selectOptions(choice("Language"), "French");
  await user.selectOptions(choice("Account selection"), "One account");
  await user.type(text("Webhook"), "https://shop.example/hook");
  await user.type(text(/^The user's name/), "Ada");
  await user.type(text(/^The user's email/), "ada@shop.example");
  await user.selectOptions(choice("Theme"), "Dark");
  await user.type(text("receivedRedirectUri"), "https://shop.example/back");
  await user.click(screen.getByRole("checkbox", { name: /isWebview/ }));
  expect(said.options).toEqual({
    ...firstOptions(client),
    opener: "public_key",
    clientName: "Bob's Bank",
    product: ["auth"],
    countryCodes: ["US", "PL"],
    language: "fr",
    accountSelection: "one",
    webhook: "https://shop.example/hook",
    legalName: "Ada",
    emailAddress: "ada@shop.example",
    theme: "dark",
    receivedRedirectUri: "https://shop.example/back",
    isWebview: true,
  });
});

test("offers every country that Link serves, and the products of the client", () => {
  open({ products: ["identity"] });
  const ticks = (name: string) =>
    within(screen.getByRole("group", { name }))
      .getAllByRole<HTMLInputElement>("checkbox")
      .map(({ value }) => value);
  expect(ticks("Countries")).toEqual(COUNTRY_CODES);
  expect(ticks("Products")).toEqual(["identity"]);
});

/** Ticks of a link token's own lists. */
const TICKED = [
  [/required_if_supported_products/, "identity"],
  [/optional_products/, "income"],
  [/additional_consented_products/, "transactions"],
  [/account_filters/, "loan"],
] as const;

test("shows a link token's own options if one is made", async () => {
  const { user, said } = open({ products: [...LINK_PRODUCTS] });
  await user.selectOptions(choice("Opened with"), "The public_key of the client");
  expect(screen.queryByRole("textbox", { name: "redirect_uri" })).toBeNull();
  await user.selectOptions(choice("Opened with"), "A link token made of these options");
  await user.clear(text(/^client_user_id/));
  await user.type(text(/^client_user_id/), "ada");
  await user.type(text("redirect_uri"), "https://shop.example/back");
  await user.type(text("user_id"), "usr_1");
  await user.type(text("user_token"), "user-sandbox-1");
  await user.click(screen.getByRole("checkbox", { name: "cra_base_report" }));
  await user.selectOptions(choice("Permissible purpose"), "EXTENSION_OF_CREDIT");
  await user.type(text("Days of history"), "90");
  await user.type(text("client_report_id"), "report-1");
  await user.type(text("access_token of the Item"), "access-sandbox-1");
  await user.click(screen.getByRole("checkbox", { name: /account_selection_enabled/ }));
  await user.click(screen.getByRole("checkbox", { name: /reauthorization_enabled/ }));
  await user.click(screen.getByRole("checkbox", { name: /enable_multi_item_link/ }));
  await user.click(screen.getByRole("checkbox", { name: /hosted_link/ }));
  await user.type(text("institution_id"), "ins_109508");
  await user.type(text(/transactions\.days_requested/), "30");
  await user.type(text(/statements\.start_date/), "2025-01-01");
  await user.type(text(/statements\.end_date/), "2025-12-31");
  for (const [group, value] of TICKED)
    await user.click(
      within(screen.getByRole("group", { name: group })).getByRole("checkbox", { name: value }),
    );
  expect(said.options).toMatchObject({
    opener: "link_token",
    clientUserId: "ada",
    redirectUri: "https://shop.example/back",
    userId: "usr_1",
    userToken: "user-sandbox-1",
    reportProducts: ["cra_base_report"],
    permissiblePurpose: "EXTENSION_OF_CREDIT",
    daysRequested: "90",
    clientReportId: "report-1",
    accessToken: "access-sandbox-1",
    accountSelectionEnabled: true,
    reauthorizationEnabled: true,
    requiredIfSupported: ["identity"],
    optionalProducts: ["income"],
    additionalConsented: ["transactions"],
    accountTypes: ["loan"],
    institutionId: "ins_109508",
    transactionDays: "30",
    statementsFrom: "2025-01-01",
    statementsTo: "2025-12-31",
    isMultiItem: true,
    isHosted: true,
  });
  expect(
    within(choice("Permissible purpose"))
      .getAllByRole<HTMLOptionElement>("option")
      .map(({ value }) => value),
  ).toEqual(["", ...PERMISSIBLE_PURPOSES]);
});

test("a pasted token hides the options that it carries, and they return after it", async () => {
  const { user, said } = open();
  await user.type(text("Webhook"), "https://shop.example/hook");
  await user.selectOptions(choice("Opened with"), "A token that you have");
  await user.type(text("Link token, or public token"), "link-sandbox-1");
  expect(fieldNames()).toEqual(["token", "receivedRedirectUri", "opener", "theme"]);
  expect(screen.queryByRole("checkbox", { name: "auth" })).toBeNull();
  await user.clear(text("Link token, or public token"));
  await user.type(text("Link token, or public token"), "public-sandbox-1");
  expect(fieldNames()).toEqual([
    ...["token", "clientName", "legalName", "emailAddress", "receivedRedirectUri"],
    ...["opener", "theme", "language", "accountSelection"],
  ]);
  await user.selectOptions(choice("Opened with"), "The public_key of the client");
  expect(text("Webhook")).toMatchObject({ value: "https://shop.example/hook" });
  expect(said.options).toMatchObject({ opener: "public_key", product: ["auth", "transactions"] });
});

test("a public_key that is switched off cannot be chosen, and the form says why", () => {
  const { said } = open({ public_key_enabled: false });
  const opener = screen.getByRole("combobox", {
    name: "Opened with",
    description: /do not let pages open Link with its public_key/,
  });
  expect(within(opener).queryByRole("option", { name: /public_key/ })).toBeNull();
  expect(said.options.opener).toBe("link_token");
  text("redirect_uri");
});

test("the keyboard alone opens Link, from any field", async () => {
  const { user, said } = open();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open Link" }));
  await user.tab();
  expect(document.activeElement).toBe(choice("Opened with"));
  await user.type(text("Webhook"), "{Enter}");
  expect(said.opened).toBe(1);
  screen.getByRole("button", { name: "Open Link" }).focus();
  await user.keyboard(" ");
  expect(said.opened).toBe(2);
});

test("the button says that Link is being opened, and a refusal is announced", () => {
  open({}, { isBusy: true, refusal: "the client is not enabled for income (INVALID_PRODUCT)." });
  const button = screen.getByRole("button", { name: "Opening…" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("status").textContent).toBe(
    "the client is not enabled for income (INVALID_PRODUCT).",
  );
});
