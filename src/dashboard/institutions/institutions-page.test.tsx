import { screen, waitFor, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { DashboardInstitutionDetails } from "../../protocol/dashboard/dashboard-overview.ts";
import { answers, failure, openAt, success } from "../open-dashboard.fixture.tsx";

const NOW = 1_700_000_000_000;
const ROW = {
  institution_id: "ins_1",
  name: "First Platypus Bank",
  country_codes: ["US"],
  products: ["auth"],
  oauth: false,
  ...{ logo: null, logo_shape: "arch" as const, color: "#0b5c6b" },
  health: "HEALTHY" as const,
  down_since: null,
  supported: true,
  enabled: true,
  chosen: 0,
  connected: 0,
};
const TARTAN = {
  ...ROW,
  institution_id: "ins_2",
  name: "Tartan Bank",
  health: "DEGRADED" as const,
  chosen: 10,
  connected: 4,
};
const ALERT = {
  webhook: null,
  email: null,
  mail_users: false,
  remind_users: false,
  sends_mail: false,
};
const hours = (...rates: (number | null)[]) =>
  rates.map((success_rate, at) => ({ from: NOW + at * 3_600_000, success_rate }));
const WHOLE: DashboardInstitutionDetails = {
  institution: { ...ROW, url: null, is_own: false, down_since: NOW },
  kinds: [
    { kind: "item_logins", down_since: NOW, success_rate: 0.2, hours: hours(null, 0.9, 0.1) },
    { kind: "balance", down_since: null, success_rate: 0.7, hours: hours(0.7) },
    { kind: "identity", down_since: null, success_rate: null, hours: hours(null) },
  ],
  outages: [
    { kind: "item_logins", began_at: NOW, ended_at: null },
    { kind: "balance", began_at: NOW - 8_000_000, ended_at: NOW - 500_000 },
  ],
  funnel: {
    days: 30,
    sessions: 4,
    connected: 1,
    views: [
      { view_name: "CREDENTIAL", seen: 4, left: 3 },
      { view_name: "CONNECTED", seen: 1, left: 0 },
    ],
    errors: [{ error_code: "INSTITUTION_DOWN", count: 3 }],
  },
  live_items: null,
  transaction_ids: {
    move: true,
    moved: 4,
    moved_at: NOW,
    rebook: true,
    rebooked: 3,
    is_set: false,
  },
  connection: null,
  own_token: null,
};

test("the list links to institutions and shows their conversion in Link", async () => {
  await openAt(
    "/dashboard/institutions",
    success(),
    answers({
      rows: [{ ...ROW, down_since: NOW, logo: "/institution-logos/ins_1.png" }, TARTAN],
      next: null,
    }),
  );
  const row = within(await screen.findByRole("row", { name: /First Platypus/ }));
  row.getByText("Down");
  expect(row.getByAltText("").getAttribute("src")).toBe("/institution-logos/ins_1.png");
  expect(row.getByRole("link").getAttribute("href")).toBe("/dashboard/institutions/ins_1");
  const other = within(screen.getByRole("row", { name: /Tartan/ }));
  other.getByText("Degraded");
  other.getByText("10");
  other.getByText("4 (40 %)");
});

test("a state that all institutions have is said once, in place of a column", async () => {
  const rows = [ROW, { ...ROW, institution_id: "ins_3", name: "Larkfield Bank" }];
  await openAt("/dashboard/institutions", success(), answers({ rows, next: null }));
  await screen.findByText(/In every row: Status Healthy, /);
  expect(screen.queryByRole("columnheader", { name: "Status" })).toBeNull();
});

test("a column's third press restores the default order", async () => {
  const { user, requests } = await openAt(
    "/dashboard/institutions?search=bank",
    success(),
    ...Array.from({ length: 4 }, () => answers({ rows: [TARTAN], next: null })),
  );
  const head = () => screen.getByRole("columnheader", { name: /Connected/ });
  await screen.findByRole("table");
  expect(head().getAttribute("aria-sort")).toBeNull();
  for (const [query, order] of [
    ["?search=bank&sort=conversion", "descending"],
    ["?search=bank&sort=conversion&order=ascending", "ascending"],
    ["?search=bank", null],
  ]) {
    await user.click(within(head()).getByRole("button"));
    expect([location.search, head().getAttribute("aria-sort")]).toEqual([query, order]);
  }
  await waitFor(() => expect(requests).toHaveLength(5));
  expect(requests.slice(2, 4).map(([, body]) => body)).toEqual([
    { sort: "conversion", search: "bank" },
    { sort: "conversion", order: "ascending", search: "bank" },
  ]);
});

test("an institution shows how it responds to each kind of request, and its outages", async () => {
  await openAt("/dashboard/institutions/ins_1", success(), answers(WHOLE));
  const health = within(await screen.findByRole("region", { name: "How it responds" }));
  const [logins, balances] = health.getAllByRole("listitem").map((item) => within(item));
  logins?.getByText("Down");
  logins?.getByText("20 % succeeded");
  logins?.getByRole("img", { name: /Requests in 2 of 24 hours; the worst .* 10 % succeeded/ });
  balances?.getByText("Degraded");
  health.getByText("Lasts");
  health.getByText("2 h 5 min");
  expect(health.queryByText("Identity")).toBeNull();
  const views = within(screen.getByRole("region", { name: "Drop-off here" }));
  views.getByText(/1 of the last 4 sessions connected \(25 %\)/);
  views.getByText("4, 3 left");
  views.getByText("INSTITUTION_DOWN");
});

test("an institution without traffic says so, and an unknown institution is reported", async () => {
  const nothing = {
    ...WHOLE,
    kinds: [],
    outages: [],
    funnel: { ...WHOLE.funnel, sessions: 0, connected: 0, views: [], errors: [] },
  };
  await openAt("/dashboard/institutions/ins_1", success(), answers(nothing));
  await screen.findByText("Nothing was asked of it in this time.");
  screen.getByText("No session chose it in the last 30 days.");
});

test("a malformed address of an institution is reported", async () => {
  await openAt(
    "/dashboard/institutions/ins_0",
    success(),
    failure("NOT_FOUND", { display_message: "There is no such institution." }),
  );
  await screen.findByText("There is no such institution.");
});

test("alerts can be set, and the page says if no mail server is configured", async () => {
  const { user, requests } = await openAt(
    "/dashboard/institutions",
    success(),
    answers({ rows: [ROW], next: null }),
    answers(ALERT),
    answers({ ...ALERT, webhook: "https://shop.example/hook" }),
  );
  await user.click(await screen.findByRole("button", { name: "Alerts" }));
  const card = within(await screen.findByRole("region", { name: "Alerts" }));
  await card.findByText(/This server sends no mail/);
  await user.type(card.getByLabelText("Webhook"), "https://shop.example/hook");
  await user.click(card.getByRole("checkbox", { name: /Mail those users/ }));
  await user.click(card.getByRole("button", { name: "Save" }));
  await card.findByText("Saved.");
  expect(requests.at(-1)).toEqual([
    "/dashboard/api/alert/set",
    { webhook: "https://shop.example/hook", email: "", mail_users: true, remind_users: false },
  ]);
});

test.each([
  ["https://shop.example/hook", true, true, "Saved."],
  ["", false, true, "Saved. Outages are not reported."],
  ["", true, true, "Saved. Those users are mailed, and you are not told of outages."],
  ["", true, false, "Saved. Outages are not reported: this server sends no mail."],
])(
  "says who is told with the webhook %j, mail to users %j, and a server that sends mail %j",
  async (webhook, mail_users, sends_mail, words) => {
    const alert = { ...ALERT, webhook, mail_users, sends_mail };
    const { user } = await openAt(
      "/dashboard/institutions",
      success(),
      answers({ rows: [ROW], next: null }),
      answers(alert),
      answers(alert),
    );
    await user.click(await screen.findByRole("button", { name: "Alerts" }));
    const card = within(await screen.findByRole("region", { name: "Alerts" }));
    await user.click(await card.findByRole("button", { name: "Save" }));
    await card.findByText(words);
  },
);
