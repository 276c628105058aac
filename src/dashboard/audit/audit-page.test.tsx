import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { DashboardAuditEntry } from "../../protocol/dashboard/dashboard-audit.ts";
import { client } from "../client.fixture.ts";
import { answers, failure, openAt, operatorAnswer, success } from "../open-dashboard.fixture.tsx";
import { actorText } from "./actor-text.ts";

const ENTRY: DashboardAuditEntry = {
  sequence: 7,
  at: Date.UTC(2030, 0, 2),
  actor_kind: "dashboard",
  actor: "abc",
  action: "client.set_default_version",
  subject: client.client_id,
  client_id: client.client_id,
  client_name: "Shop",
  address: "203.0.113.7",
  fields: [
    { name: "version", before: "2019-05-29", after: "2020-09-14" },
    { name: "note", before: null, after: "=1+1" },
  ],
};
const ACTIONS = ["client.set_default_version", "item.refresh"];
const page = (rows: DashboardAuditEntry[], next: string | null = null) =>
  answers({ rows, next, actions: ACTIONS });

test("the log lists action, change, target, actor, address and time, narrowed by its address", async () => {
  const { user, requests, ready } = await openAt(
    "/dashboard/audit?actor=abc&from=2030-01-01&to=2030-01-02",
    success(),
    page([ENTRY]),
    page([]),
  );
  await ready;
  const table = await screen.findByRole("region", { name: "Audit log" });
  expect(
    within(table)
      .getAllByRole("cell")
      .slice(0, 5)
      .map(({ textContent }) => textContent),
  ).toEqual([
    "Client: set default version",
    "version: 2019-05-29 → 2020-09-14",
    "Shop",
    "Shop, by its secret",
    "203.0.113.7",
  ]);
  const body = {
    actor: "abc",
    from: new Date(2030, 0, 1).getTime(),
    until: new Date(2030, 0, 3).getTime(),
  };
  expect(requests[1]).toEqual(["/dashboard/api/audit", body]);
  expect(screen.queryByRole("button", { name: "Check the chain" })).toBeNull();
  await user.selectOptions(screen.getByLabelText("Action"), "Item: refresh");
  await screen.findByRole("heading", { name: "No entry here" });
  expect(requests[2]).toEqual(["/dashboard/api/audit", { ...body, action: "item.refresh" }]);
});

test("an entry shows the values before and after, and whether it was changed since", async () => {
  const details = { digest: "d".repeat(43), previous_digest: "p".repeat(43) };
  const { requests, ready } = await openAt(
    "/dashboard/audit/7",
    success(),
    answers({ entry: ENTRY, ...details, is_intact: false }),
  );
  await ready;
  const table = await screen.findByRole("table", { name: "What changed" });
  expect(
    within(table)
      .getAllByRole("row")
      .map(({ textContent }) => textContent),
  ).toEqual(["FieldBeforeAfter", "version2019-05-292020-09-14", "note—=1+1"]);
  screen.getByText("Changed since");
  expect(requests[1]).toEqual(["/dashboard/api/audit/show", { sequence: 7 }]);
});

test("the operator's check asks for part after part, and shows the head or the break", async () => {
  const { user, requests, ready } = await openAt(
    "/dashboard/audit",
    operatorAnswer(),
    page([ENTRY]),
    answers({ sequence: 2000, digest: "a", problem: null, is_end: false }),
    answers({ sequence: 2100, digest: "b", problem: null, is_end: true }),
    answers({ sequence: 5, digest: "", problem: "was changed", is_end: true }),
    failure("RATE_LIMIT"),
  );
  await ready;
  await screen.findByRole("region", { name: "Audit log" });
  const check = () => user.click(screen.getByRole("button", { name: "Check the chain" }));
  await check();
  await screen.findByText("2100:b");
  expect(requests.slice(2)).toEqual([
    ["/dashboard/api/audit/verify", { sequence: 0, digest: "" }],
    ["/dashboard/api/audit/verify", { sequence: 2000, digest: "a" }],
  ]);
  await check();
  await screen.findByText("The log was tampered with: entry 5 was changed.");
});

test.each([
  ["dashboard", "me@shop.example 0123456789abcdef", "me@shop.example"],
  ["dashboard", "operator 0123456789abcdef", "Operator"],
  ["dashboard", "operator me@host.example 0123456789abcdef", "me@host.example (operator)"],
  ["dashboard", "203.0.113.7", "Session 203.0.113.7"],
  ["operator", "", "Operator"],
  ["client", client.client_id, "Shop"],
  ["reader", "grant-1", "An application of the user"],
])("the actor %s %s is named", (actor_kind, actor, name) => {
  expect(actorText({ ...ENTRY, actor_kind, actor })).toBe(name);
});
