import { render, screen, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type {
  CheckPoint,
  InstitutionCheckView,
} from "../../../protocol/dashboard/dashboard-institutions.ts";
import type { Controller } from "../../session/controller.ts";
import { CheckCard } from "./check-card.tsx";

const point = (id: string, changes: Partial<CheckPoint> = {}): CheckPoint => ({
  ...{ id, area: "Data", what: `has ${id}`, fix: `send ${id}`, outcome: "passed", found: null },
  ...changes,
});
const WRONG = point("balances", { outcome: "failed", found: "in all 4" });
const NOTHING: InstitutionCheckView = { running: null, interrupted: null, last: null };
const RUNNING: NonNullable<InstitutionCheckView["running"]> = {
  ...{ started_at: 0, sign_ins: 3, step: "data", sign_in_url: null },
  points: [point("accounts"), WRONG],
};
const LAST: NonNullable<InstitutionCheckView["last"]> = {
  ...{ started_at: 0, ended_at: 60_000, issuer: "https://bank.example", sign_ins: 4 },
  ...{ points: [point("accounts"), WRONG, point("consents", { outcome: "skipped" })] },
};

/** Opens the card with a server that shows these views one after the other. */
const open = (views: InstitutionCheckView[], isApprovedInApp = false) => {
  const requests: [path: string, body: object][] = [];
  const call = async (path: string, body: object) => {
    requests.push([path, body]);
    const [view] = views;
    if (!path.endsWith("show")) views.shift();
    return { kind: "success", answer: path.endsWith("show") ? view : views[0] };
  };
  const controller = { call } as unknown as Controller;
  render(<CheckCard {...{ id: "ins_1", isApprovedInApp, controller }} />);
  return {
    requests,
    user: userEvent.setup(),
  };
};

test("a check is started, shows its steps and faults so far, and is stopped", async () => {
  const { user, requests } = open([NOTHING, { ...NOTHING, running: RUNNING }, NOTHING]);
  await user.click(await screen.findByRole("radio", { name: /^Sign in once/ }));
  await user.click(screen.getByRole("button", { name: "Check it" }));
  const steps = within(await screen.findByRole("list", { name: "Steps of the check" }));
  const [metadata, , , data, transactions] = steps.getAllByRole("listitem");
  expect([metadata, data, transactions].map((step) => step?.textContent)).toEqual([
    "done Metadata and keys",
    "runs Customer and accounts",
    "to come Transactions",
  ]);
  expect(data?.getAttribute("aria-current")).toBe("step");
  screen.getByText("1 right and 1 wrong so far.");
  screen.getByText("Fix: send balances");
  await user.click(screen.getByRole("button", { name: "Stop the check" }));
  await screen.findByText("The check is stopped.");
  expect(requests.filter(([path]) => !path.endsWith("show"))).toEqual([
    ["institutions/check/start", { institution_id: "ins_1", sign_ins: 1 }],
    ["institutions/check/stop", { institution_id: "ins_1" }],
  ]);
});

test("a check that waits for a sign-in links to it", async () => {
  const waiting = { step: "second-sign-in", sign_in_url: "https://bank.example/a?b=c" };
  open([{ ...NOTHING, running: { ...RUNNING, ...waiting }, last: LAST }]);
  const link = await screen.findByRole("link", { name: "Sign in at the institution" });
  expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual([
    "https://bank.example/a?b=c",
    "noreferrer",
  ]);
  screen.getByText("waits");
  screen.getByText("Sign-in 2 of 3.");
  // The previous check's results stay until this check is over.
  screen.getByRole("heading", { name: /^The last check, / });
});

test("a check that waits for a cancelled sign-in says so, and links to it", async () => {
  const waiting = { step: "cancelled-sign-in", sign_in_url: "https://bank.example/a" };
  open([{ ...NOTHING, running: { ...RUNNING, sign_ins: 4, ...waiting }, last: LAST }]);
  await screen.findByRole("link", { name: "Cancel at the institution" });
  screen.getByText("Sign-in 4 of 4.");
  screen.getByText(/press Cancel there, and share nothing\. The check goes on once you are back\./);
});

test("the last results list faults first, and then all points", async () => {
  open([{ ...NOTHING, last: LAST }]);
  const last = within(await screen.findByRole("region", { name: /^The last check/ }));
  const [counts] = last.getAllByRole("list");
  expect(
    within(counts as HTMLElement)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["1 right", "1 wrong", "0 to consider", "1 not looked at"]);
  last.getByText("Found: in all 4");
  last.getByText("All 3 points");
  screen.getByRole("button", { name: "Check it again" });
});

test("an interrupted check says why, next to the results of the one before", async () => {
  const interrupted = {
    ...{ started_at: 0, ended_at: 60_000, sign_ins: 3, problem: "It was stopped." },
    points: [point("accounts"), point("keys", { outcome: "failed", found: "none" })],
  };
  open([{ ...NOTHING, interrupted, last: LAST }]);
  await screen.findByText(
    /did not come to its end: It was stopped\. The results of the check before/,
  );
  screen.getByText("Found: none");
  screen.getByRole("heading", { name: /^The last check, / });
});

test("a check without faults says so, and names the parts that need a sign-in", async () => {
  open([{ ...NOTHING, last: { ...LAST, points: [point("accounts")] } }]);
  await screen.findByText(/^Nothing is wrong: Link and the data API/);
  open([{ ...NOTHING, last: { ...LAST, sign_ins: 0 } }]);
  await screen.findByText(/^The check had no sign-in: metadata and keys alone were looked at/);
  open([{ ...NOTHING, last: { ...LAST, sign_ins: 0 } }], true);
  await screen.findByText(
    /^The check had no sign-in, since its users approve in its app: metadata/,
  );
});

test("a check asks for no sign-in if users approve in the institution's app", async () => {
  open([NOTHING], true);
  expect((await screen.findAllByRole("radio")).length).toBe(1);
  screen.getByRole("radio", { name: /^Without signing in/ });
});
