import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { openClient } from "../open-dashboard.fixture.tsx";

test("shows a client's keys and abilities", async () => {
  await openClient();
  screen.getByRole("region", { name: "Keys and abilities" });
  expect(facts()).toEqual({
    Environment: "SandboxProduction access is asked for on the Dashboard of the production server.",
    "Client ID": "client-1",
    "Public key": "public-1On: pages may open Link with it.",
    Products: "Auth, transactions",
    Kind: "An application",
    "Calls for users": "Today’s, by user_id",
    "Accounts in Link": "Users choose their accountsIf a session does not say.",
  });
});

test("shows which abilities a client lacks", async () => {
  await openClient({
    public_key_enabled: false,
    products: [],
    partner: true,
    legacy_user_api: true,
  });
  expect(facts()).toMatchObject({
    "Public key": "public-1Off: a page needs a link token.",
    Products: "None",
    Kind: "A partner: it may use processor tokens",
    "Calls for users": "The older ones, by user_token",
  });
});

test.each([
  ["disabled", "Users do not choose accounts"],
  ["one", "Users choose a single account"],
  ["all", "Every account is selected, and users may leave some out"],
] as const)("the account selection %s is explained", async (account_selection, text) => {
  await openClient({ account_selection });
  screen.getByText(text);
});

const facts = (): Record<string, string | null> => {
  const values = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  const names = screen.getAllByRole("term").map(({ textContent }) => textContent ?? "");
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
};
