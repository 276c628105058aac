import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../testing/any-text.ts";
import { anyCarrier, anyToken, shownIn } from "../../testing/any-token.ts";
import { hostileText } from "../../testing/hostile-text.ts";
import { HARMFUL } from "../../testing/hostile-values.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { createLog } from "./create-log.ts";

const splitLines = (lines: readonly string[]) =>
  lines.map((line): Record<string, unknown> => JSON.parse(line));

test("log lines of a request carry request_id and item_id", async () => {
  const { link, post, runJobs, credentials, services, logged } = await testApp();
  const { access_token, item_id } = await link("ins_109508", ["transactions"]);
  await runJobs();
  services.store.transactions.page = async () => {
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
  expect(splitLines(logged)).toMatchObject([
    { ...ids, msg: "unexpected error" },
    { ...ids, msg: "answered", path: "/transactions/get", status: 500 },
  ]);
  expect(logged.join("")).not.toContain(access_token);
});

test("log lines of Link carry link_session_id", async () => {
  const { startLink, logged } = await testApp();
  const { linkSessionId, bridge } = await startLink();
  await bridge("institutions/search", { query: "plat" });
  const answers = splitLines(logged).filter(({ msg }) => msg === "answered");
  expect(answers.map(({ path, link_session_id }) => [path, link_session_id])).toEqual([
    ["/bridge/session/start", linkSessionId],
    ["/bridge/institutions/search", linkSessionId],
  ]);
});

test("log lines of a job carry its name and item_id", async () => {
  const { link, runJobs, services, logged } = await testApp();
  const { item_id } = await link("ins_109508", ["transactions"]);
  services.store.transactions.feed = async () => {
    throw new Error("disk I/O error");
  };
  logged.length = 0;
  await runJobs();
  expect(splitLines(logged)).toContainEqual(
    expect.objectContaining({ msg: "a job failed", job: "pull-transactions", item_id }),
  );
});

test("a log line is JSON, steers no terminal and has no token, with any text of a caller around it", () => {
  fc.assert(
    fc.property(
      anyToken,
      anyCarrier,
      fc.oneof(anyText(), hostileText()),
      (token, carry, around) => {
        const lines: string[] = [];
        const log = createLog("info", { write: (line) => void lines.push(line) });
        const text = `${around}${carry(token)}","level":60,"msg":"forged`;
        log.info({ url: text, err: new Error(`\n${token} ${text}`) }, text);
        const [line = ""] = lines;
        expect(JSON.parse(line)).toMatchObject({ level: 30, url: expect.any(String) });
        expect(line.endsWith("}\n")).toBe(true);
        expect(line.slice(0, -1)).not.toMatch(HARMFUL);
        expect(shownIn(line)).not.toContain(token.toLowerCase());
      },
    ),
  );
});
