import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { answers, failure, openAt, operatorAnswer, success } from "../open-dashboard.fixture.tsx";

const VISIT = {
  link_session_id: "session-1",
  client_id: "client-1",
  client_name: "Tally",
  institution_name: "First Platypus Bank",
  reached: "login",
  outcome: "exited",
  exit_status: "requires_credentials",
  error_code: "INVALID_CREDENTIALS",
  update_mode: false,
  started_at: 1_700_000_000_000,
  seen_at: 1_700_000_012_500,
};
const FUNNEL = {
  days: 30,
  points: [{ at: 1_700_000_000_000, connected: 2, exited: 1, open: 0 }],
  steps: [
    { reached: "opened", count: 200 },
    { reached: "institution", count: 150 },
    { reached: "login", count: 100 },
    { reached: "accounts", count: 80 },
    { reached: "connected", count: 50 },
  ],
  institutions: [{ institution_name: "Tartan Bank", chosen: 10, connected: 4 }],
  errors: [{ error_code: "INVALID_MFA", count: 7 }],
};

test("shows where users leave in numbers, next to the sessions", async () => {
  const { user } = await openAt(
    "/dashboard/sessions",
    success(),
    answers(FUNNEL),
    answers({ rows: [VISIT], next: null }),
  );
  await user.click(await screen.findByText("Link sessions", { selector: "summary b" }));
  const card = within(await screen.findByRole("region", { name: /^Drop-off/ }));
  const chart = within(screen.getByRole("region", { name: "Link sessions over time" }));
  await user.click(chart.getByText("The same as a table"));
  const [day] = chart.getAllByRole("link");
  expect(day?.getAttribute("href")).toBe(
    "/dashboard/sessions?from=1700000000000&until=1700086400000",
  );
  card.getByText("150 · 75 %");
  card.getByText("4 of 10");
  card.getByText("INVALID_MFA");
  const table = within(await screen.findByRole("region", { name: "Link sessions" }));
  const began = table.getByRole("columnheader", { name: /Began/ });
  expect(began.getAttribute("aria-sort")).toBe("descending");
  const link = table.getByRole("link", { name: "First Platypus Bank" });
  expect(link.getAttribute("href")).toBe("/dashboard/sessions/session-1");
  table.getByText("12.5 s");
});

test("shows a session as a timeline", async () => {
  const event = { source: "server", detail: null, error_code: null, ms: 12 };
  await openAt(
    "/dashboard/sessions/session-1",
    success(),
    answers({
      visit: VISIT,
      items: [{ item_id: "item-1", institution_name: "Bank of Trees" }],
      events: [
        { ...event, event_id: "1", at: VISIT.started_at, name: "session/start" },
        {
          ...event,
          event_id: "2",
          at: VISIT.started_at + 3500,
          name: "credentials/submit",
          error_code: "INVALID_CREDENTIALS",
        },
      ],
    }),
  );
  expect((await screen.findByText("Client")).nextElementSibling?.textContent).toBe("Tallyclient-1");
  const toHref = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(toHref("Bank of Trees")).toBe("/dashboard/items/item-1");
  const timeline = within(await screen.findByRole("region", { name: "Timeline" }));
  expect(timeline.getByRole("link", { name: "INVALID_CREDENTIALS" }).getAttribute("href")).toBe(
    "/docs/errors#INVALID_CREDENTIALS",
  );
  const [first, second] = timeline.getAllByRole("listitem");
  expect(first?.textContent).toContain("+0 ms");
  expect(second?.textContent).toMatch(/\+3\.5 s.*credentials\/submit.*INVALID_CREDENTIALS/);
});

test("reports an unknown session, with a link back to the list", async () => {
  await openAt(
    "/dashboard/sessions/nobody",
    success(),
    failure("NOT_FOUND", { display_message: "There is no such Link session." }),
  );
  await screen.findByText("There is no such Link session.");
  const back = screen.getByRole("link", { name: "← All Link sessions" });
  expect(back.getAttribute("href")).toBe("/dashboard/sessions");
});

test("a session without events says why, and links to a way to see some", async () => {
  await openAt(
    "/dashboard/sessions/session-1?client=client-1",
    operatorAnswer({}),
    answers({ visit: VISIT, items: [], events: [] }),
  );
  const timeline = within(await screen.findByRole("region", { name: "Timeline" }));
  timeline.getByText(/^No event is kept of this session/);
  expect(timeline.queryByRole("list")).toBeNull();
  const link = timeline.getByRole("link", { name: "Open Link again" });
  expect(link.getAttribute("href")).toBe("/dashboard/try?client=client-1");
});
