import { expect, test } from "vitest";
import { testApp } from "../testing/test-app/test-app.ts";

const linesOf = (lines: readonly string[]) =>
  lines.map((line): Record<string, unknown> => JSON.parse(line));

test("what is logged of a request names it, and its Item", async () => {
  const { link, post, credentials, services, logged } = await testApp();
  const { access_token, item_id } = await link("ins_109508", ["transactions"]);
  services.store.transactions.feed = async () => {
    throw new Error("disk I/O error");
  };
  logged.length = 0;
  const { body } = await post("/transactions/get", {
    ...credentials,
    access_token,
    start_date: "2026-01-01",
    end_date: "2026-01-02",
  });
  const ids = { request_id: body.request_id, item_id };
  expect(linesOf(logged)).toMatchObject([
    { ...ids, msg: "unexpected error" },
    { ...ids, msg: "answered", path: "/transactions/get", status: 500 },
  ]);
  expect(logged.join("")).not.toContain(access_token);
});

test("what is logged of Link names its session", async () => {
  const { startLink, logged } = await testApp();
  const { linkSessionId, bridge } = await startLink();
  await bridge("institutions/search", { query: "plat" });
  const answers = linesOf(logged).filter(({ msg }) => msg === "answered");
  expect(answers.map(({ path, link_session_id }) => [path, link_session_id])).toEqual([
    ["/bridge/session/start", linkSessionId],
    ["/bridge/institutions/search", linkSessionId],
  ]);
});

test("what is logged of a job names it, and its Item", async () => {
  const { link, runJobs, services, logged } = await testApp();
  const { item_id } = await link("ins_109508", ["transactions"]);
  services.store.transactions.feed = async () => {
    throw new Error("disk I/O error");
  };
  logged.length = 0;
  await runJobs();
  expect(linesOf(logged)).toContainEqual(
    expect.objectContaining({ msg: "a job failed", job: "pull-transactions", item_id }),
  );
});
