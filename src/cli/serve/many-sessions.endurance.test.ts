import { beforeAll, expect, test } from "vitest";
import { buildCommand } from "../../testing/test-command.ts";
import { createApplication } from "../../testing/traffic/link-session.ts";
import { newFolder, serve } from "../../testing/traffic/serve.ts";

/** Many more by hand, e.g. LINK_SESSIONS=1000 LINK_PROCESSES=2. */
const SESSIONS = Number(process.env.LINK_SESSIONS ?? 50);
const PROCESSES = process.env.LINK_PROCESSES ?? "1";

beforeAll(buildCommand);

test(`${SESSIONS} concurrent Link sessions are completed, and no call is lost`, {
  timeout: 300_000,
}, async () => {
  const server = await serve(newFolder(), ["--processes", PROCESSES]);
  const { link, losses } = createApplication(() => server.port);
  const began = performance.now();
  const tokens = await Promise.all(Array.from({ length: SESSIONS }, link));
  const seconds = (performance.now() - began) / 1000;
  expect(new Set(tokens).size).toBe(SESSIONS);
  expect(losses()).toBe(0);
  expect(await server.stop()).toBe(0);
  if (SESSIONS > 50) console.info(`${SESSIONS} sessions in ${seconds.toFixed(1)} s`);
});
