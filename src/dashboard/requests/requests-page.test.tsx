import { screen, waitFor, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { answers, failure, noAnswer, openAt, success } from "../open-dashboard.fixture.tsx";

const ROW = {
  request_id: "9aB0cD1eF2gH3iJ",
  client_id: "client-1",
  path: "/auth/get",
  status: 400,
  error_code: "ITEM_LOGIN_REQUIRED",
  version: "2020-09-14",
  ms: 12,
  at: 1_700_000_000_000,
};
const NO_ERRORS = { points: [], versions: [], count: 0, errors: [] };
const POINT = { at: 1_700_000_000_000, succeeded: 9, refused: 1207, failed: 0, p50: 5, p95: 9 };
const ERRORS = {
  points: [POINT],
  count: 1207,
  errors: [
    { error_code: "ITEM_LOGIN_REQUIRED", count: 1200 },
    { error_code: "RATE_LIMIT", count: 5 },
    { error_code: null, count: 2 },
  ],
};

test("the address filters requests by their error", async () => {
  const { requests, user } = await openAt(
    "/dashboard/requests?result=failed",
    success(),
    answers(NO_ERRORS),
    answers({ rows: [ROW], next: null }),
    answers({ rows: [], next: null }),
  );
  const table = within(await screen.findByRole("table"));
  table.getByText("ITEM_LOGIN_REQUIRED");
  expect(requests[2]).toEqual(["/dashboard/api/requests", { failed: true }]);
  expect(screen.queryByRole("region", { name: "Errors by code" })).toBeNull();
  await user.type(
    screen.getByRole("searchbox", { name: "Path or request_id" }),
    "/auth/get{Enter}",
  );
  await screen.findByRole("heading", { name: "No request here" });
  expect(requests[3]?.[1]).toEqual({ failed: true, path: "/auth/get" });
});

test("errors are counted by code in the period, each with a link to its requests", async () => {
  const { requests, user } = await openAt(
    "/dashboard/requests?period=day",
    success(),
    answers(ERRORS),
    answers({ rows: [ROW], next: null }),
    answers({ rows: [ROW], next: null }),
    answers({ rows: [], next: null }),
  );
  const sums = (await screen.findByText("Requests", { selector: "summary b" })).closest("summary");
  expect(sums?.textContent).toBe("Requests 24 hoursSucceeded 9Refused 1,207Failed 0");
  expect(screen.queryByRole("region", { name: "Errors by code" })).toBeNull();
  await user.click(sums ?? document.body);
  const card = within(await screen.findByRole("region", { name: "Errors by code" }));
  card.getByText("Last day: 1,207 requests with an error.");
  card.getByText("without a code");
  expect(requests.slice(1).map(([path, body]) => [path, body])).toEqual([
    ["/dashboard/api/requests/errors", { period: "day" }],
    ["/dashboard/api/requests", { period: "day" }],
  ]);
  await user.click(card.getByRole("link", { name: "RATE_LIMIT" }));
  expect(location.search).toBe("?period=day&result=RATE_LIMIT");
  await waitFor(() =>
    expect(requests.at(-1)).toEqual([
      "/dashboard/api/requests",
      { period: "day", error_code: "RATE_LIMIT" },
    ]),
  );
  const result = screen.getByLabelText<HTMLSelectElement>("Result");
  expect([...result.options].map(({ value }) => value)).toEqual([
    "",
    "failed",
    "RATE_LIMIT",
    "ITEM_LOGIN_REQUIRED",
  ]);
  expect(result.value).toBe("RATE_LIMIT");
  await user.selectOptions(result, "All");
  await waitFor(() => expect(requests.at(-1)?.[1]).toEqual({ period: "day" }));
  expect(location.search).toBe("?period=day");
});

test("the versions that occurred are a choice, the newest first, and their requests are listed by time alone", async () => {
  const list = answers({ rows: [ROW], next: null });
  const { requests, user } = await openAt(
    "/dashboard/requests",
    success(),
    answers({ ...NO_ERRORS, versions: ["2018-05-22", "2020-09-14"] }),
    list,
    list,
  );
  const choice = await screen.findByLabelText<HTMLSelectElement>("Version");
  await waitFor(() =>
    expect([...choice.options].map(({ text }) => text)).toEqual([
      ...["All", "2020-09-14", "2018-05-22"],
    ]),
  );
  await user.selectOptions(choice, "2018-05-22");
  await waitFor(() => expect(requests.at(-1)?.[1]).toEqual({ version: "2018-05-22" }));
  expect(screen.queryByRole("button", { name: "Took" })).toBeNull();
});

test("the column's header orders requests by latency, also by keyboard", async () => {
  const { requests, user } = await openAt(
    "/dashboard/requests?after=5.request-9",
    success(),
    answers(NO_ERRORS),
    ...Array.from({ length: 3 }, () => answers({ rows: [ROW], next: "5.request-9" })),
  );
  const head = () => screen.getByRole("columnheader", { name: /^Took/ });
  const when = () => screen.getByRole("columnheader", { name: /^When/ }).getAttribute("aria-sort");
  await screen.findByRole("table");
  expect([head().getAttribute("aria-sort"), when()]).toEqual([null, "descending"]);
  within(head()).getByRole("button", { name: "Took" }).focus();
  await user.keyboard("{Enter}");
  expect([head().getAttribute("aria-sort"), when()]).toEqual(["descending", null]);
  expect(location.search).toBe("?sort=latency");
  expect(document.activeElement).toBe(within(head()).getByRole("button"));
  await waitFor(() => expect(requests.at(-1)?.[1]).toEqual({ sort: "latency" }));
  await user.keyboard("{Enter}");
  expect(head().getAttribute("aria-sort")).toBe("ascending");
  await waitFor(() =>
    expect(requests.at(-1)?.[1]).toEqual({ sort: "latency", order: "ascending" }),
  );
  expect(screen.getByRole("link", { name: "Next page" }).getAttribute("href")).toBe(
    "/dashboard/requests?sort=latency&order=ascending&after=5.request-9",
  );
});

test("a request is found by its request_id, with its redacted bodies", async () => {
  const { user, requests } = await openAt(
    "/dashboard/requests",
    success(),
    answers(NO_ERRORS),
    answers({ rows: [ROW], next: null }),
    answers({ request: { ...ROW, sent: '{"access_token":"…"}', answered: null } }),
  );
  const search = await screen.findByRole("searchbox", { name: "Path or request_id" });
  await user.type(search, `${ROW.request_id}{Enter}`);
  const request = within(await screen.findByRole("region", { name: "Request" }));
  request.getByText(/"access_token": "…"/);
  within(screen.getByRole("region", { name: "Answer" })).getByText(/^It was too long/);
  expect(location.pathname).toBe(`/dashboard/requests/${ROW.request_id}`);
  expect(requests.at(-1)).toEqual(["/dashboard/api/requests/show", { id: ROW.request_id }]);
});

test("a request names its client, or says that it is unknown", async () => {
  const bodies = { sent: null, answered: null };
  const details = (client: object) => answers({ request: { ...ROW, ...bodies, ...client } });
  const { user } = await openAt(
    "/dashboard/requests/request-9",
    success(),
    details({ client_name: "Tally" }),
    answers(NO_ERRORS),
    answers({ rows: [ROW], next: null }),
    details({ client_id: null, client_name: null }),
  );
  const client = async () => (await screen.findByText("Client")).nextElementSibling?.textContent;
  expect(await client()).toBe("Tallyclient-1");
  await user.click(screen.getByRole("link", { name: "← All requests" }));
  await user.click(await screen.findByRole("link", { name: /auth/ }));
  expect(await client()).toBe("none: the keys were wrong");
});

test("trying again is offered without a response, and not for a request that is not there", async () => {
  const { user } = await openAt(
    "/dashboard/requests/request-9",
    success(),
    noAnswer,
    failure("NOT_FOUND", { display_message: "No request of this request_id is in the log." }),
  );
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByText("No request of this request_id is in the log.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("a page without a response asks again when the network returns", async () => {
  const details = { request: { ...ROW, client_name: null, sent: null, answered: null } };
  await openAt("/dashboard/requests/request-9", success(), noAnswer, answers(details));
  await screen.findByText(/^The server did not respond/);
  dispatchEvent(new Event("online"));
  await screen.findByRole("region", { name: "Request" });
  expect(screen.queryByText(/^The server did not respond/)).toBeNull();
});
