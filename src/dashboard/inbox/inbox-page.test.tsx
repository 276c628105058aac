import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { answers, openAt, operatorAnswer, success } from "../open-dashboard.fixture.tsx";

const ADDRESS = "https://link.example/webhook-inbox/client-1/key";
const webhook = (changes: object = {}) => ({
  ...{ webhook_id: "webhook-1", received_at: Date.UTC(2026, 0, 15), verified: true },
  ...{ webhook_type: "ITEM", webhook_code: "ERROR", body: '{"item_id":"item-1"}' },
  ...changes,
});
const inbox = (...webhooks: object[]) => answers({ address: ADDRESS, problem: null, webhooks });

test("each webhook says whether its signature holds, and unfolds to its body", async () => {
  const { user } = await openAt(
    "/dashboard/inbox",
    success(),
    inbox(
      webhook(),
      webhook({
        webhook_id: "2",
        verified: false,
        webhook_type: null,
        webhook_code: null,
        body: "x",
      }),
    ),
  );
  await screen.findByRole("button", { name: "Copy the inbox's address" });
  const [, own, foreign] = await screen.findAllByRole("row");
  expect(own?.textContent).toMatch(/ITEM: ERRORVerified$/);
  expect(foreign?.textContent).toMatch(/No webhook of this serverNot verified$/);
  await user.click(screen.getByRole("button", { name: "ITEM: ERROR", expanded: false }));
  screen.getByText('"item-1"');
  await user.click(screen.getByRole("button", { name: "No webhook of this server" }));
  screen.getByText('"x"');
});

test("a body of thousands of levels is shown as it came", async () => {
  const body = `${"[".repeat(8000)}${"]".repeat(8000)}`;
  const foreign = { webhook_type: null, webhook_code: null, verified: false };
  const { user } = await openAt(
    "/dashboard/inbox",
    success(),
    inbox(webhook({ ...foreign, body })),
  );
  await user.click(await screen.findByRole("button", { name: "No webhook of this server" }));
  screen.getByText(JSON.stringify(body));
});

test("an example is sent to the inbox, which is read after it", async () => {
  const { user, requests } = await openAt(
    "/dashboard/inbox",
    success(),
    inbox(),
    answers({ sent: 1 }),
    inbox(webhook()),
  );
  await screen.findByText("Nothing has come within a day.");
  await user.click(screen.getByRole("button", { name: "Send an example" }));
  await screen.findByRole("button", { name: "ITEM: ERROR" });
  expect(requests.at(-2)).toEqual([
    "/dashboard/api/webhooks/examples",
    { url: ADDRESS, webhook: "TRANSACTIONS:SYNC_UPDATES_AVAILABLE" },
  ]);
});

test("an address that the server may not call is explained", async () => {
  const problem = "must be at a host that this server may call, which link.example is not";
  await openAt("/dashboard/inbox", success(), answers({ address: ADDRESS, problem, webhooks: [] }));
  await screen.findByText(/^This server may not call the address: it must be at a host/);
});

test("the operator chooses a client first", async () => {
  await openAt("/dashboard/inbox", operatorAnswer(), answers({ rows: [], next: null }));
  await screen.findByRole("heading", { name: "Choose a client first" });
});
