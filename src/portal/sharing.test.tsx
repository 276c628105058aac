import { screen, waitFor, within } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import { PROGRAM_WORDS } from "../i18n/programs.ts";
import type { ConnectionsAnswer, PersonGrant } from "../protocol/connections.ts";
import { proposePending } from "../protocol/pending-rule.ts";
import { PROGRAMS } from "../protocol/programs.ts";
import { connection, failure, openPortal, success } from "./open-portal.fixture.tsx";

const GRANT: PersonGrant = {
  grant_id: "grant-1",
  name: "Actual",
  account_ids: ["account-1"],
  from: null,
  pending: "as_they_are",
  until: null,
  used_at: "2026-01-20T08:00:00.000Z",
  used_from: "192.0.2.1",
  joins: false,
  can_change: true,
};

const SIMPLEFIN = { grants: [], grant_doors: ["simplefin"] } satisfies Partial<ConnectionsAnswer>;

test("a user makes a grant of the chosen accounts, and sees its token once", async () => {
  const { user, requests } = await openPortal(
    [
      success([connection()], SIMPLEFIN),
      failure("INVALID_FIELD"),
      success([connection()], { ...SIMPLEFIN, grants: [GRANT], grant_keys: { token: "c2VjcmV0" } }),
    ],
    { fragment: "address" },
  );
  const card = within(await screen.findByRole("region", { name: "Share with an application" }));
  await user.click(card.getByRole("button", { name: "Share accounts…" }));
  const make = await card.findByRole("button", { name: "Share" });
  await user.click(make);
  expect(await card.findByText("Choose the application.")).toBeTruthy();
  await user.selectOptions(card.getByLabelText("Application"), "Another application");
  await user.click(make);
  expect(await card.findByText("Type the name of the application.")).toBeTruthy();
  await user.type(card.getByLabelText("Name of the application"), "Actual");
  await user.click(make);
  expect(await card.findByText("Choose at least one account.")).toBeTruthy();
  await user.click(card.getByRole("checkbox", { name: /^Checking/ }));
  await user.click(make);
  expect(await card.findByText(/^The first day must not be after today/)).toBeTruthy();
  await user.click(make);
  const token = await card.findByDisplayValue("c2VjcmV0");
  const copy = card.getByRole("button", { name: /^Copy/ });
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("not allowed"));
  document.execCommand = () => false;
  await user.click(copy);
  expect(document.activeElement).toBe(token);
  await user.click(copy);
  expect(await navigator.clipboard.readText()).toBe("c2VjcmV0");
  expect(await within(copy).findByText("Copied")).toBeTruthy();
  expect(requests.at(-1)).toEqual([
    "/account/grant/create",
    {
      name: "Actual",
      accounts: [{ connection_id: "item-1", account_id: "account-1" }],
      from: null,
      until: null,
      pending: "left_out",
      door: "simplefin",
    },
  ]);
  await user.click(card.getByRole("button", { name: "Done" }));
  expect(card.queryByDisplayValue("c2VjcmV0")).toBeNull();
});

test("a user chooses the protocol if there are several, and sees the keys of a grant of OFX", async () => {
  const both: Partial<ConnectionsAnswer> = { grants: [], grant_doors: ["simplefin", "ofx"] };
  const grant_keys = { address: "https://link.example/ofx", user: "grant-1", password: "c2VjcmV0" };
  const { user, requests } = await openPortal(
    [
      success([connection()], both),
      success([connection()], { ...both, grants: [GRANT], grant_keys }),
    ],
    { fragment: "address" },
  );
  await user.click(await screen.findByRole("button", { name: "Share accounts…" }));
  await user.selectOptions(await screen.findByLabelText("Application"), "Another application");
  await user.type(screen.getByLabelText("Name of the application"), "Ledger");
  await user.selectOptions(screen.getByLabelText("How it reads"), "OFX");
  await user.click(screen.getByRole("checkbox", { name: /^Checking/ }));
  await user.click(screen.getByRole("button", { name: "Share" }));
  expect(await screen.findByDisplayValue("c2VjcmV0")).toBe(screen.getByLabelText("Password"));
  expect(screen.getByLabelText("Address")).toHaveProperty("value", "https://link.example/ofx");
  expect(requests.at(-1)?.[1]).toMatchObject({ door: "ofx", name: "Ledger" });
  expect(requests.at(-1)?.[1]).not.toHaveProperty("pending");
});

const TOKEN = { token: "c2VjcmV0" };
const OFX_KEYS = { address: "https://link.example/ofx", user: "grant-1", password: "c2VjcmV0" };

test.each(PROGRAMS.filter(({ door }) => door !== "file"))(
  "the door and the options of $name follow from its name",
  async (program) => {
    const grant_doors: ConnectionsAnswer["grant_doors"] = ["simplefin", "ofx"];
    const grant_keys = program.door === "ofx" ? OFX_KEYS : TOKEN;
    const { user, requests } = await openPortal(
      [
        success([connection()], { grants: [], grant_doors }),
        success([connection()], { grants: [GRANT], grant_doors, grant_keys }),
      ],
      { fragment: "address" },
    );
    await user.click(await screen.findByRole("button", { name: "Share accounts…" }));
    await user.selectOptions(await screen.findByLabelText("Application"), program.name);
    for (const field of ["Name of the application", "How it reads", "Pending transactions"])
      expect(screen.queryByLabelText(field)).toBeNull();
    await user.click(screen.getByRole("checkbox", { name: /^Checking/ }));
    await user.click(screen.getByRole("button", { name: "Share" }));
    expect(await screen.findByText(PROGRAM_WORDS.en.paste[program.id])).toBeTruthy();
    expect(screen.getByRole("heading", { name: `Give this to ${program.name}` })).toBeTruthy();
    expect(requests.at(-1)?.[1]).toEqual({
      name: program.name,
      accounts: [{ connection_id: "item-1", account_id: "account-1" }],
      from: null,
      until: null,
      door: program.door,
      ...(program.door === "simplefin" && { pending: proposePending(program.name) }),
    });
  },
);

test("the list has the programs alone whose door is open", async () => {
  const { user } = await openPortal(
    [success([connection()], { grants: [], grant_doors: ["ofx"] })],
    { fragment: "address" },
  );
  await user.click(await screen.findByRole("button", { name: "Share accounts…" }));
  const list = within(await screen.findByLabelText("Application"));
  expect(list.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Choose…",
    "GnuCash",
    "Quicken",
    "Another application",
  ]);
});

test("a program that reads files alone gets a file, and the place where it goes", async () => {
  const { user, requests } = await openPortal(
    [success([connection()], SIMPLEFIN), async () => new Response("!Type:Bank")],
    { fragment: "address" },
  );
  await user.click(await screen.findByRole("button", { name: "Share accounts…" }));
  await user.selectOptions(await screen.findByLabelText("Application"), "Quicken");
  const page = within(screen.getByRole("dialog", { name: "Share with an application" }));
  page.getByText(PROGRAM_WORDS.en.paste.quicken);
  expect(page.queryByRole("checkbox")).toBeNull();
  await user.click(page.getByRole("link", { name: "Download the file" }));
  expect(requests.at(-1)?.[0]).toBe("/account/transactions?format=qif");
});

test("a failure is said on the page of a grant, which covers the list", async () => {
  const { user } = await openPortal(
    [success([connection()], SIMPLEFIN), failure("INTERNAL_SERVER_ERROR")],
    { fragment: "address" },
  );
  await user.click(await screen.findByRole("button", { name: "Share accounts…" }));
  await user.selectOptions(await screen.findByLabelText("Application"), "Actual Budget");
  await user.click(screen.getByRole("checkbox", { name: /^Checking/ }));
  const page = within(screen.getByRole("dialog", { name: "Share with an application" }));
  await user.click(page.getByRole("button", { name: "Share" }));
  expect((await page.findByRole("alert")).textContent).not.toBe("");
});

test("the browser's way back leaves the page of a grant", async () => {
  const { user } = await openPortal([success([connection()], SIMPLEFIN)], { fragment: "address" });
  await user.click(await screen.findByRole("button", { name: "Share accounts…" }));
  await screen.findByRole("dialog", { name: "Share with an application" });
  dispatchEvent(new PopStateEvent("popstate"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the rule for pending transactions follows the name until the user chooses one", async () => {
  const { user, requests } = await openPortal(
    [
      success([connection()], SIMPLEFIN),
      success([connection()], { ...SIMPLEFIN, grants: [GRANT] }),
    ],
    { fragment: "address" },
  );
  await user.click(await screen.findByRole("button", { name: "Share accounts…" }));
  await user.selectOptions(await screen.findByLabelText("Application"), "Another application");
  const rule = screen.getByLabelText("Pending transactions");
  expect(rule).toHaveProperty("value", "as_they_are");
  const name = screen.getByLabelText("Name of the application");
  await user.type(name, "Actual Budget");
  expect(rule).toHaveProperty("value", "left_out");
  await user.selectOptions(rule, "Under ids of their own");
  await user.type(name, " 2");
  await user.click(screen.getByRole("checkbox", { name: /^Checking/ }));
  await user.click(screen.getByRole("button", { name: "Share" }));
  expect(requests.at(-1)?.[1]).toMatchObject({ name: "Actual Budget 2", pending: "own_ids" });
});

test("a user changes a grant, whose accounts and days are filled in", async () => {
  const until = "2026-07-01T00:00:00.000Z";
  const { user, requests } = await openPortal(
    [
      success([connection()], { grants: [{ ...GRANT, from: "2026-01-01", until }] }),
      success([connection()], { grants: [{ ...GRANT, name: "Actual 2" }] }),
    ],
    { fragment: "address" },
  );
  await user.click(await screen.findByRole("button", { name: "Change the access of Actual" }));
  await user.type(await screen.findByLabelText("Name of the application"), " 2");
  await user.click(screen.getByRole("checkbox", { name: /^Savings/ }));
  await user.clear(screen.getByLabelText(/^Transactions from/));
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(requests.at(-1)).toEqual([
    "/account/grant/change",
    {
      grant_id: "grant-1",
      name: "Actual 2",
      accounts: ["account-1", "account-2"].map((account_id) => ({
        connection_id: "item-1",
        account_id,
      })),
      from: null,
      until: "2026-06-30",
      pending: "as_they_are",
    },
  ]);
  expect(await screen.findByText("Actual 2")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

test("a grant of others, or of a closed door, can be ended alone", async () => {
  await openPortal([success([connection()], { grants: [{ ...GRANT, can_change: false }] })], {
    fragment: "address",
  });
  expect(await screen.findByRole("button", { name: "End the access of Actual" })).toBeTruthy();
  for (const name of ["Change the access of Actual", "Share accounts…"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});

test("a grant is shown with its last use, and ended in one press", async () => {
  const { user, requests } = await openPortal(
    [success([connection()], { grants: [GRANT] }), success([connection()], { grants: [] })],
    { fragment: "address" },
  );
  expect(await screen.findByText("Last read Jan 20, 2026, from 192.0.2.1")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "End the access of Actual" }));
  expect(requests.at(-1)).toEqual(["/account/grant/end", { grant_id: "grant-1" }]);
  expect(screen.queryByText("Actual")).toBeNull();
});

test("nothing is offered if the server has no door", async () => {
  await openPortal([success()], { fragment: "address" });
  await screen.findByRole("region", { name: "Your data" });
  expect(screen.queryByRole("region", { name: "Share with an application" })).toBeNull();
});
