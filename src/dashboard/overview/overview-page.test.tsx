import { cleanup, screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { DashboardOverview } from "../../protocol/dashboard/dashboard-overview.ts";
import { answers, openAt, operatorAnswer, success } from "../open-dashboard.fixture.tsx";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 15);

const overview = (changes: Partial<DashboardOverview> = {}): DashboardOverview => ({
  points: Array.from({ length: 24 }, (_, at) => ({
    ...{ at: START + at * HOUR, succeeded: at * 10, refused: at === 23 ? 40 : 0, failed: 0 },
    ...{ p50: at === 0 ? null : 12, p95: at === 0 ? null : 90 },
  })),
  session_points: [{ at: START, connected: 3, exited: 1, open: 0 }],
  webhook_points: [{ at: START, delivered: 5, retried: 2, given_up: 1 }],
  errors: [{ error_code: "ITEM_LOGIN_REQUIRED", count: 40 }],
  expiring_items: [
    { item_id: "item-1", institution_name: "First Platypus", ends_at: Date.UTC(2026, 0, 18, 12) },
  ],
  broken_items: { count: 50, more: true },
  webhooks: { waiting: { count: 2, more: false }, given_up: { count: 1, more: false } },
  crashed_jobs: null,
  outages: [{ institution_id: "ins_1", name: "First Platypus Bank", down_since: START }],
  steps: null,
  ...changes,
});

test("the first page says what happens, and each number leads to its rows", async () => {
  const { requests } = await openAt(
    "/dashboard?client=client-1",
    operatorAnswer({}),
    answers(overview()),
  );
  const link = async (name: string | RegExp) =>
    (await screen.findByRole("link", { name })).getAttribute("href");
  expect(await link(/^Requests ?2,800 ?1.4 % with an error/)).toBe(
    "/dashboard/requests?client=client-1&period=day",
  );
  expect(await link(/^Link, connected ?75 % ?of 4 opened/)).toBe(
    "/dashboard/sessions?client=client-1",
  );
  expect(await link(/^50\+ Items need their users/)).toBe(
    "/dashboard/items?client=client-1&state=error",
  );
  expect(await link("1 webhook was given up")).toBe(
    "/dashboard/webhooks?client=client-1&state=given_up",
  );
  expect(await link(/^First Platypus Bank is down/)).toBe(
    "/dashboard/institutions/ins_1?client=client-1",
  );
  expect(await link(/^ITEM_LOGIN_REQUIRED/)).toBe(
    "/dashboard/requests?client=client-1&result=ITEM_LOGIN_REQUIRED",
  );
  expect(requests.at(-1)).toEqual([
    "/dashboard/api/overview",
    { period: "day", client_id: "client-1" },
  ]);
});

test.each([
  [{ count: 1, more: false }, /^1 job was put aside: it ended its process/],
  [{ count: 99, more: true }, /^99\+ jobs were put aside: each ended its process/],
])("jobs that were put aside are counted: %j", async (crashed_jobs, text) => {
  await openAt("/dashboard", success(), answers(overview({ crashed_jobs })));
  const card = within(await screen.findByRole("region", { name: "Needs attention" }));
  expect(card.getAllByRole("listitem").map(({ textContent }) => textContent)).toContainEqual(
    expect.stringMatching(text),
  );
});

test("the next consents that end have a card, and without any there is none", async () => {
  await openAt("/dashboard", success(), answers(overview()));
  const card = within(await screen.findByRole("region", { name: "Consents that end soon" }));
  const link = card.getByRole("link", { name: "First Platypus until 2026-01-18" });
  expect(link.getAttribute("href")).toBe("/dashboard/items/item-1");
  cleanup();
  await openAt("/dashboard", success(), answers(overview({ expiring_items: [] })));
  const attention = await screen.findByRole("region", { name: "Needs attention" });
  const chart = screen.getByRole("region", { name: "Requests over time" });
  expect(attention.compareDocumentPosition(chart)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole("region", { name: "Consents that end soon" })).toBeNull();
});

test("a chart is a table, too, whose times lead to their requests", async () => {
  const { user } = await openAt("/dashboard", success(), answers(overview()));
  const card = within(await screen.findByRole("region", { name: "Requests over time" }));
  await user.click(card.getByText("The same as a table"));
  const rows = card.getAllByRole("row");
  expect(rows).toHaveLength(25);
  expect(rows.at(-1)?.textContent).toMatch(/230400$/);
  const last = within(rows.at(-1) ?? document.body).getByRole("link");
  expect(last.getAttribute("href")).toBe(
    `/dashboard/requests?from=${START + 23 * HOUR}&until=${START + 24 * HOUR}`,
  );
});

test("sessions and webhooks have charts, whose times lead to their lists", async () => {
  const { user } = await openAt(
    "/dashboard?client=client-1",
    operatorAnswer({}),
    answers(overview()),
  );
  for (const [name, list, values] of [
    ["Link sessions over time", "sessions", "310"],
    ["Webhooks over time", "webhooks", "521"],
  ] as const) {
    const card = within(await screen.findByRole("region", { name }));
    await user.click(card.getByText("The same as a table"));
    const [, row = document.body] = card.getAllByRole("row");
    expect(row.textContent).toMatch(new RegExp(`${values}$`));
    expect(within(row).getByRole("link").getAttribute("href")).toBe(
      `/dashboard/${list}?client=client-1&from=${START}&until=${START + HOUR}`,
    );
  }
});

test("a time without data says so in a line, and all numbers are about the same time", async () => {
  const none = { succeeded: 0, refused: 0, failed: 0, p50: null, p95: null };
  await openAt(
    "/dashboard?period=month",
    success(),
    answers(
      overview({
        ...{ points: [{ at: START, ...none }], session_points: [], webhook_points: [] },
        ...{ errors: [], outages: [], broken_items: { count: 0, more: false } },
        webhooks: { waiting: { count: 0, more: false }, given_up: { count: 0, more: false } },
      }),
    ),
  );
  await screen.findByText("All is well: nothing needs attention.");
  screen.getByText("until now, by days in UTC");
  expect(screen.getAllByText("None in this time.")).toHaveLength(4);
  screen.getByRole("link", { name: /^Link, connected ?— ?none opened$/ });
});

test("the client of a first start is named on the first page", async () => {
  const { user, requests } = await openAt(
    "/dashboard",
    success({ name: "First client" }),
    answers(overview()),
    success({ name: "Corner Shop" }),
  );
  await user.type(await screen.findByLabelText("Name"), "Corner Shop");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("button", { name: /Corner Shop/ });
  expect(requests.at(-1)).toEqual(["/dashboard/api/first-name", { name: "Corner Shop" }]);
  expect(screen.queryByRole("region", { name: "Name your application" })).toBeNull();
});
