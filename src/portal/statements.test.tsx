import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { connection, failure, openPortal, success } from "./open-portal.fixture.tsx";

const statements = [
  { statement_id: "s-3", account_id: "account-2", date: "2025-12-31" },
  { statement_id: "s-2", account_id: "account-1", date: "2025-12-31" },
  { statement_id: "s-1", account_id: "account-1", date: "2025-11-30" },
];

const pdf = async () =>
  new Response("%PDF-1.4", {
    headers: { "content-disposition": 'attachment; filename="statement-2025-11-30.pdf"' },
  });

test("a statement is chosen by its account and month, and downloaded", async () => {
  const { user, requests, files, names } = await openPortal([
    success([connection({ statements })]),
    pdf,
    failure("ITEM_LOGIN_REQUIRED"),
  ]);
  const choice = await screen.findByRole("combobox", { name: "Statement of your bank" });
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      "Checking ••••\u00a00000 · December 2025",
      "Checking ••••\u00a00000 · November 2025",
      "Savings · December 2025",
    ]),
  );
  expect(choice).toMatchObject({ value: "s-2" });
  await user.selectOptions(choice, "s-1");
  await user.click(screen.getByRole("link", { name: "Download (PDF)" }));
  expect(requests[1]).toEqual(["/account/statement?connection_id=item-1&statement_id=s-1"]);
  expect(names).toEqual(["statement-2025-11-30.pdf"]);
  expect(await files[0]?.text()).toBe("%PDF-1.4");
  await user.click(screen.getByRole("link", { name: "Download (PDF)" }));
  expect(names).toHaveLength(1);
  expect(await screen.findByRole("alert")).toBeTruthy();
});

test("a connection without statements has no choice of them", async () => {
  await openPortal([success([connection()])]);
  await screen.findByRole("heading", { name: "Accounts" });
  expect(screen.queryByText("Statements")).toBeNull();
});
