import { screen, waitFor } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import { answers, openAt, success } from "../open-dashboard.fixture.tsx";
import { WHOLE } from "./item.fixture.ts";

const NONE = answers({ rows: [], next: null });

test("an Item's transactions are saved as a file in the format that was chosen, and a refusal is told", async () => {
  const transaction = {
    transaction_id: "transaction-1",
    date: "2026-01-15",
    name: "Moonbean Coffee",
    counterparty: null,
    category: null,
    amount: 3.5,
    currency: "USD",
    pending: false,
  };
  const { user } = await openAt(
    "/dashboard/items/item-1",
    success(),
    answers({ item: WHOLE, accounts: [], transactions: { newest: [transaction], total: 1 } }),
    NONE,
    NONE,
    NONE,
  );
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  const sent: unknown[] = [];
  const file = new Response("!Type:Bank", {
    headers: { "content-disposition": 'attachment; filename="transactions.qif"' },
  });
  const refusal = Response.json(
    { error_code: "RATE_LIMIT", error_message: "slow down", request_id: "r" },
    { status: 429 },
  );
  const replies = [file, refusal];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)]);
    return replies.shift();
  });
  await user.selectOptions(await screen.findByLabelText("The last 24 months as a file"), "QIF");
  await user.click(screen.getByRole("button", { name: "Download" }));
  await screen.findByText("The file was saved.");
  expect(saved).toEqual(["transactions.qif"]);
  expect(sent).toEqual([["/dashboard/api/items/export", { item_id: "item-1", format: "qif" }]]);
  await user.click(screen.getByRole("button", { name: "Download" }));
  await waitFor(() => expect(screen.queryByText("The file was saved.")).toBeNull());
  expect(saved).toHaveLength(1);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
