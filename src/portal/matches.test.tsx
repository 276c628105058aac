import { cleanup, screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { PersonMatch } from "../protocol/connections.ts";
import { connection, failure, openPortal, success } from "./open-portal.fixture.tsx";

const match = (changes: Partial<PersonMatch> = {}): PersonMatch => ({
  transaction_id: "now-1",
  before_id: "before-1",
  account_id: "account-1",
  before: {
    date: "2026-01-11",
    amount: 20,
    currency: "USD",
    name: "COPPER LADLE",
    pending: true,
  },
  now: { date: "2026-01-13", amount: 24, currency: "USD", name: "Copper Ladle", pending: false },
  reasons: [
    { reason: "more", value: 20 },
    { reason: "name", value: "copper ladle" },
    "2 days later",
  ],
  ...changes,
});

const asked = (...matches: PersonMatch[]) => success([connection({ matches })]);
const question = () => screen.findByRole("region", { name: "Is this the same payment?" });

test("both payments are shown with their day, amount and account, and `Same payment` is sent", async () => {
  const { user, requests } = await openPortal([asked(match()), success()]);
  const region = within(await question());
  region.getByText(/on Checking •••• 0000/);
  region.getByText("Why we ask: 20 % more, as with a tip, the name “copper ladle”, 2 days later");
  expect(region.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
    "COPPER LADLEBefore · Jan 11, 2026 · pending-$20.00",
    "Copper LadleNow · Jan 13, 2026-$24.00",
  ]);
  await user.click(region.getByRole("button", { name: "Same payment" }));
  expect(requests[1]).toEqual([
    "/account/connection/decide-match",
    {
      connection_id: "item-1",
      transaction_id: "now-1",
      before_id: "before-1",
      decision: "same",
    },
  ]);
  expect(screen.queryByText("Is this the same payment?")).toBeNull();
  const notice = screen.getByText("Thank you. We do not ask that again.");
  expect(document.activeElement).toBe(notice);
});

test("the facts that differ are marked, and no others", async () => {
  const { before, now } = match();
  const pairs = [
    [match(), ["Jan 11, 2026", "-$20.00", "Jan 13, 2026", "-$24.00"]],
    [match({ now: { ...before, name: "CL Bistro" } }), ["COPPER LADLE", "CL Bistro"]],
    [match({ before: { ...now, pending: true } }), []],
  ] as const;
  for (const [each, marked] of pairs) {
    await openPortal([asked(each)]);
    const marks = [...(await question()).querySelectorAll("mark")];
    expect(marks.map(({ textContent }) => textContent)).toEqual(marked);
    cleanup();
  }
});

test("questions come one after the other, and the focus is on the next one", async () => {
  const next = match({ transaction_id: "now-2", before_id: "before-2" });
  const { user, requests } = await openPortal([asked(match(), next), asked(next)]);
  const region = within(await question());
  region.getByText("One more question follows.");
  await user.click(region.getByRole("button", { name: "Two payments" }));
  expect(requests[1]?.[1]).toMatchObject({ decision: "different", transaction_id: "now-1" });
  expect(document.activeElement).toBe(
    within(await question()).getByRole("heading", { name: "Is this the same payment?" }),
  );
});

test("a question that another tab has decided goes, and the page says so", async () => {
  const { user } = await openPortal([asked(match()), failure("INVALID_FIELD"), success()]);
  await user.click(within(await question()).getByRole("button", { name: "Same payment" }));
  await screen.findByText("That was decided already, or your bank has changed it.");
  expect(screen.queryByText("Is this the same payment?")).toBeNull();
});

test("amounts in a currency without a code, and money that came in, are shown in French", async () => {
  const before = { ...match().before, currency: "points", amount: -20.5 };
  await openPortal([asked(match({ before }))], { language: "fr" });
  const region = within(await screen.findByRole("region", { name: "Est-ce la même opération ?" }));
  region.getByText("20,50 points");
  region.getByText(/^Pourquoi cette question\s: 20 % de plus, comme avec un pourboire, le nom/);
  expect(region.getAllByRole("listitem")[0]?.textContent).toContain(
    "Avant · 11 janv. 2026 · en attente",
  );
});

test("accounts that wait for a sign-in at their bank are named, and ask nothing", async () => {
  const waiting = ["First Bank · Checking", "First Bank · Visa"];
  await openPortal([success([connection({ matches: [], waiting })])]);
  await screen.findByText(/get nothing new until you sign in again/);
  for (const account of waiting) screen.getByText(account);
  expect(screen.queryByText("Is this the same payment?")).toBeNull();
});
