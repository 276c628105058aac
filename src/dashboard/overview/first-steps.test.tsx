import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { DashboardOverview } from "../../protocol/dashboard/dashboard-overview.ts";
import { meetFrame } from "../link-frame.fixture.ts";
import { answers, openAt, type Reply, success } from "../open-dashboard.fixture.tsx";

type Steps = NonNullable<DashboardOverview["steps"]>;

const ADDRESS = "https://link.example/webhook-inbox/client-1/key";

const overview = (steps: Partial<Steps>): Reply =>
  answers({
    ...{ points: [], session_points: [], webhook_points: [], errors: [], expiring_items: [] },
    ...{ outages: [], crashed_jobs: null, broken_items: { count: 0, more: false } },
    webhooks: { waiting: { count: 0, more: false }, given_up: { count: 0, more: false } },
    steps: { called: false, linked: false, notified: false, production: false, ...steps },
  });
const tried = (body: object): Reply =>
  answers({ status: 200, content_type: "application/json", body: JSON.stringify(body) });
const inbox = (...webhooks: object[]): Reply =>
  answers({ address: ADDRESS, problem: null, webhooks });

const card = async () => within(await screen.findByRole("region", { name: /^First steps/ }));
const step = async (name: string) =>
  (await (await card()).findByText(name)).closest("details") as HTMLDetailsElement;

test("the next step is open, and its call is made in place", async () => {
  const { user, requests } = await openAt(
    "/dashboard",
    success(),
    overview({}),
    tried({ total: 7 }),
    overview({}),
    inbox(),
  );
  const names = ["Get your keys", "Make a first call", "Connect an account in Link"];
  expect(await Promise.all(names.map(async (name) => (await step(name)).open))).toEqual([
    ...[false, true, false],
  ]);
  const steps = await card();
  steps.getByText(/^curl .*\/institutions\/get/);
  await user.click(steps.getByRole("button", { name: "Make it here" }));
  await steps.findByText(/"total": 7/);
  await steps.findByRole("button", { name: "Open Link" });
  // The answer of the step before stays.
  steps.getByText(/"total": 7/);
  expect(requests.map(([path]) => path)).toContain("/dashboard/api/try");
});

test("Link opens in place by a link token whose webhook is the inbox", async () => {
  const { user, requests } = await openAt(
    "/dashboard",
    success(),
    overview({ called: true }),
    inbox(),
    tried({ link_token: "link-sandbox-1" }),
    overview({ called: true }),
    inbox({
      ...{ webhook_id: "webhook-1", received_at: 0, verified: true },
      ...{ webhook_type: "LINK", webhook_code: "SESSION_FINISHED", body: '{"status":"success"}' },
    }),
  );
  const steps = await card();
  await user.click(await steps.findByRole("button", { name: "Open Link" }));
  const { config, say } = await meetFrame();
  expect(config).toEqual({ token: "link-sandbox-1" });
  expect(requests.at(-1)?.[1]).toMatchObject({
    path: "/link/token/create",
    body: { webhook: ADDRESS },
  });
  const metadata = { institution: null, accounts: [], link_session_id: "s", request_id: "r" };
  say({ type: "ready" });
  say({ type: "success", publicToken: "public-sandbox-1", metadata });
  await user.click(await steps.findByRole("button", { name: "LINK: SESSION_FINISHED" }));
  // The webhook completes a step without another response of the server.
  await steps.findByText("4 of 5");
  steps.getByText("Verified");
  steps.getByText('"success"');
});

test("the last step lists the needs of production, each with its state", async () => {
  const server = { tls: null, master_key: false, backed_up_at: 0, backup_by_command: true };
  const { user } = await openAt(
    "/dashboard",
    success(),
    overview({ called: true, linked: true }),
    inbox(),
    answers({ keys: true, redirect_uris: false, server: { ...server, mail: true } }),
  );
  const steps = await card();
  await user.click(await steps.findByText("Go to production"));
  await steps.findByText("3 of 6 ready on this server.", { exact: false });
  const production = within(await step("Go to production"));
  const states = production.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
  expect(states.map((text) => /^.*: (ready|to do)/.exec(text)?.[0])).toEqual([
    ...["Keys: ready", "Redirect addresses: to do", "TLS: to do"],
    ...["Master key: to do", "Backup: ready", "Mail: ready"],
  ]);
});

test("outside the sandbox a webhook needs an address of one's own", async () => {
  await openAt("/dashboard", success({}, "production"), overview({ called: true, linked: true }));
  const webhook = within(await step("Receive a webhook"));
  webhook.getByRole("link", { name: "Webhooks" });
  expect(screen.queryByRole("link", { name: "Webhook inbox" })).toBeNull();
});

test("the steps stand before the numbers and their span of time, and below all that needs somebody", async () => {
  await openAt("/dashboard", success(), overview({ called: true, linked: true }), inbox());
  const steps = await screen.findByRole("region", { name: /^First steps/ });
  const span = screen.getByRole("link", { name: "24 hours" });
  const calm = screen.getByText("All is well: nothing needs attention.");
  for (const later of [span, calm])
    expect(steps.compareDocumentPosition(later)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("steps that are shown stay until the page is left, also once the last one is taken", async () => {
  await openAt(
    "/dashboard",
    success(),
    overview({ called: true, linked: true }),
    inbox(),
    overview({ called: true, linked: true, notified: true }),
    inbox(),
    answers({ keys: true, redirect_uris: true, server: null }),
  );
  const steps = await card();
  await steps.findByText("Nothing has come within a day.");
  window.dispatchEvent(new Event("online"));
  await steps.findByText("4 of 5");
  await steps.findByText("2 of 2 ready on this server.", { exact: false });
});
