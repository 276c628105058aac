import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { openClient } from "../open-dashboard.fixture.tsx";

test("shows a client's keys and abilities", async () => {
  await openClient();
  screen.getByRole("region", { name: "Keys and abilities" });
  expect(facts()).toEqual({
    Environment: "sandboxproduction access is requested on the Dashboard of the production server",
    client_id: "client-1",
    public_key: "public-1switched on: pages may open Link with it",
    Products: "auth, transactions",
    Partner: "no: an application, not a processor",
    "User API": "new",
    "Account selection": "several: users choose their accountsif a session does not say",
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
    public_key: "public-1switched off: Link opens with a link token only",
    Products: "none",
    Partner: "yes: it may use processor tokens",
    "User API": "legacy",
  });
});

test.each([
  ["disabled", "off: users do not choose accounts"],
  ["one", "one: users choose a single account"],
  ["all", "all: every account is ticked, and users may untick some"],
] as const)("the account selection %s is explained", async (account_selection, text) => {
  await openClient({ account_selection });
  screen.getByText(text);
});

const facts = (): Record<string, string | null> => {
  const values = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  const names = screen.getAllByRole("term").map(({ textContent }) => textContent ?? "");
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
};
