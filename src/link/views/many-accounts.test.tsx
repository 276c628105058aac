import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { OfferedAccount, Selection } from "../../protocol/link/selection.ts";
import { checking, openLink, selectionOf, toLogin } from "./open-link.fixture.tsx";

const KINDS = [
  { type: "credit", subtype: "credit card", name: "Visa" },
  { type: "depository", subtype: "checking", name: "Bills" },
  { type: "depository", subtype: "cd", name: "Nest" },
  { type: "loan", subtype: "auto", name: "Van" },
] as const;

/** So many accounts, of each kind in turn, with the masks 1000, 1001, … */
const listAccounts = (count: number): OfferedAccount[] =>
  Array.from({ length: count }, (_, at) => {
    const { name, ...kind } = KINDS[at % 4] ?? KINDS[0];
    return { ...checking, ...kind, id: `a${at}`, name: `${name} ${at}`, mask: `${1000 + at}` };
  });

const openAccounts = (count: number, changes: Partial<Selection> = {}) =>
  openLink(...toLogin(), {
    type: "accounts.offered",
    selection: selectionOf({ accounts: listAccounts(count), ...changes }),
  });

const filter = () => screen.getByRole("searchbox", { name: "Filter by name or number" });

test("nineteen accounts are one list, without a filter", () => {
  openAccounts(19);
  screen.getByRole("group", { name: "19 accounts" });
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test("twenty accounts are in groups, in the order of kinds", () => {
  const [last, ...accounts] = listAccounts(20);
  if (!last) throw new Error("there are twenty");
  openAccounts(20, { accounts, unavailable: [{ ...last, missing_product: "auth" }] });
  const groups = screen.getAllByRole("group").map((group) => group.getAttribute("aria-label"));
  expect(groups).toEqual(["Checking", "Savings", "Credit cards", "Loans", "Cannot be shared"]);
  const savings = within(screen.getByRole("group", { name: "Savings" }));
  expect(savings.getAllByRole("checkbox")).toHaveLength(5);
  const off = screen.getByRole("group", { name: "Cannot be shared" });
  expect(within(off).queryByRole("checkbox")).toBeNull();
  expect(off.textContent).toContain("No numbers for bank transfers");
});

test.each([
  ["visa 16", 1],
  ["VÍSA", 5],
  ["1007", 1],
  ["loans", 5],
  ["deposit nest", 5],
])("the filter %j shows the accounts with all its words", async (query, count) => {
  const { user } = openAccounts(20);
  await user.type(filter(), query);
  expect(screen.getAllByRole("checkbox")).toHaveLength(count);
  screen.getByText(count === 1 ? "1 account" : `${count} accounts`);
});

test("a filter without a match says so, and Escape or its button ends it", async () => {
  const { user, sent } = openAccounts(20);
  await user.type(filter(), "zzz");
  screen.getByText("No account matches.");
  expect(screen.queryAllByRole("checkbox")).toHaveLength(0);
  await user.keyboard("{Escape}");
  expect(screen.getAllByRole("checkbox")).toHaveLength(20);
  await user.keyboard("zzz");
  await user.click(screen.getByRole("button", { name: "Clear filter" }));
  expect(screen.getAllByRole("checkbox")).toHaveLength(20);
  expect(document.activeElement).toBe(filter());
  expect(sent).toEqual([]);
});

test("the button for all selects what the filter shows, and keeps the rest; Enter submits nothing", async () => {
  const { user, sent } = openAccounts(20);
  await user.click(screen.getByRole("checkbox", { name: /^Nest 2 / }));
  await user.type(filter(), "van{Enter}");
  await user.click(screen.getByRole("button", { name: "Select all" }));
  screen.getByText("6 of 20 selected");
  await user.click(screen.getByRole("button", { name: "Clear all" }));
  screen.getByText("1 of 20 selected");
  expect(sent.every(({ type }) => type === "accounts.selected")).toBe(true);
  await user.clear(filter());
  screen.getByRole("checkbox", { name: /^Nest 2 /, checked: true });
});

test("the one account that is chosen stays in view of a filter", async () => {
  const { user } = openAccounts(20, { mode: "one" });
  await user.click(screen.getByRole("radio", { name: /^Nest 2 / }));
  await user.type(filter(), "1007");
  expect(screen.getAllByRole("radio")).toHaveLength(2);
  screen.getByRole("radio", { name: /^Nest 2 /, checked: true });
});
