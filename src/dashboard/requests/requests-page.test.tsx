import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { answers, openAt, success } from "../open-dashboard.fixture.tsx";

const ROW = {
  request_id: "request-9",
  client_id: "client-1",
  path: "/auth/get",
  status: 400,
  error_code: "ITEM_LOGIN_REQUIRED",
  version: "2020-09-14",
  ms: 12,
  at: 1_700_000_000_000,
};

test("requests are narrowed to those with an error, by the address", async () => {
  const { requests, user } = await openAt(
    "/dashboard/requests?result=failed",
    success(),
    answers({ rows: [ROW], next: null }),
    answers({ rows: [], next: null }),
  );
  const table = within(await screen.findByRole("table"));
  table.getByText("ITEM_LOGIN_REQUIRED");
  expect(requests[1]).toEqual(["/dashboard/api/requests", { failed: true }]);
  await user.type(screen.getByRole("searchbox", { name: "Path" }), "/auth/get{Enter}");
  await screen.findByRole("heading", { name: "No request here" });
  expect(requests[2]?.[1]).toEqual({ failed: true, path: "/auth/get" });
});

test("a request is found by its request_id, with its redacted bodies", async () => {
  const { user, requests } = await openAt(
    "/dashboard/requests",
    success(),
    answers({ rows: [ROW], next: null }),
    answers({ request: { ...ROW, sent: '{"access_token":"…"}', answered: null } }),
  );
  await user.type(await screen.findByLabelText("request_id"), "request-9{Enter}");
  const request = within(await screen.findByRole("region", { name: "Request" }));
  request.getByText(/"access_token": "…"/);
  within(screen.getByRole("region", { name: "Answer" })).getByText(/^It was too long/);
  expect(location.pathname).toBe("/dashboard/requests/request-9");
  expect(requests.at(-1)).toEqual(["/dashboard/api/requests/show", { id: "request-9" }]);
});
