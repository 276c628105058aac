import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import {
  failure,
  openAt,
  openClient,
  openDashboard,
  operatorAnswer,
  type Reply,
  settingsShown,
  success,
} from "../open-dashboard.fixture.tsx";

const REQUESTED = { state: "requested", requested_at: 0, note: "Pays out loans." } as const;
const GRANTED = { state: "granted", requested_at: null, note: "" } as const;
const NONE = { state: "none", requested_at: null, note: "" } as const;
const card = () => within(screen.getByRole("region", { name: "Production access" }));
const openIn = async (...replies: Reply[]) => {
  const page = await openDashboard(...replies);
  await page.ready;
  await settingsShown();
  return page;
};
const openAsOperator = async (...replies: Reply[]) => {
  const page = await openAt("/dashboard/settings?client=client-1", operatorAnswer(), ...replies);
  await page.ready;
  await settingsShown();
  return page;
};
const asOperator =
  (access: typeof REQUESTED | typeof GRANTED | typeof NONE): Reply =>
  async () => {
    const answer = await (await success({ production_access: access }, "production")()).json();
    return new Response(JSON.stringify({ ...answer, operator: true }));
  };

test("a client requests production access, and sees that it did", async () => {
  const { user, requests } = await openIn(
    success({}, "production"),
    failure("INTERNAL_SERVER_ERROR"),
    success({ production_access: REQUESTED }, "production"),
  );
  await user.type(card().getByLabelText("Its purpose, and whom to ask"), "Pays out loans.");
  await user.click(card().getByRole("button", { name: "Request production access" }));
  await card().findByText(/request_id request-2/);
  expect(card().getByRole<HTMLTextAreaElement>("textbox").value).toBe("Pays out loans.");
  await user.click(card().getByRole("button", { name: "Request production access" }));
  await card().findByText("The operator sees your request now.");
  card().getByText("Pays out loans.");
  expect(card().queryByRole("button")).toBeNull();
  expect(requests.at(-1)).toEqual([
    "/dashboard/api/production/request",
    { note: "Pays out loans." },
  ]);
});

test("the operator reads the request, grants access, and withdraws it", async () => {
  const { user, requests } = await openAsOperator(
    asOperator(REQUESTED),
    asOperator(GRANTED),
    asOperator(NONE),
  );
  card().getByText("Pays out loans.");
  card().getByRole("button", { name: "Refuse" });
  await user.click(card().getByRole("button", { name: "Grant production access" }));
  await card().findByText("Production access is granted.");
  await user.click(card().getByRole("button", { name: "Withdraw access…" }));
  const question = within(screen.getByRole("dialog", { name: "Withdraw production access?" }));
  question.getByText(/Its secret was never used/);
  await user.click(question.getByRole("button", { name: "Withdraw access" }));
  await card().findByText("Its calls are refused from now on.");
  card().getByRole("button", { name: "Grant production access" });
  expect(requests.slice(2)).toEqual([
    ["/dashboard/api/production/change", { client_id: "client-1", id: "client-1", granted: true }],
    ["/dashboard/api/production/change", { client_id: "client-1", id: "client-1", granted: false }],
  ]);
});

test("a sandbox has no such card", async () => {
  await openClient();
  expect(screen.queryByRole("region", { name: "Production access" })).toBeNull();
});
