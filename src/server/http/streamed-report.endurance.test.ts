import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { AssetReport } from "../../protocol/reports/asset-report.ts";
import { fetchReports } from "../../testing/test-app/reports.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { loadEndpoints } from "../api/index.ts";
import { createVersionRegistry, VERSIONS } from "../versions/index.ts";

const endpoints = await loadEndpoints();

/** An app with a two-year report, stored in many pieces. */
const setUp = async () => {
  const app = await testApp();
  const { createReady } = fetchReports(app);
  const { access_token } = await app.link("ins_109508");
  const token = await createReady([access_token], 731);
  const { client_id, secret } = app.keys;
  const body = { client_id, secret, asset_report_token: token };
  const read = async (version: string, more = {}) =>
    (await app.post("/asset_report/get", { ...body, ...more }, { "service-version": version }))
      .body;
  return { ...app, body, read };
};

test("every version makes the same of a report's pieces as of the whole report", async () => {
  const { read } = await setUp();
  const versions = createVersionRegistry(endpoints.map(({ path }) => path));
  for (const include_insights of [false, true]) {
    const { report } = await read("2020-09-14", { include_insights });
    expect(AssetReport.parse(report)).toEqual(report);
    for (const version of VERSIONS) {
      const change = versions(version, "/asset_report/get")?.response;
      const whole = change ? change.value({ report }).report : report;
      expect((await read(version, { include_insights })).report).toEqual(whole);
    }
  }
});

test("readers who leave in the middle make room for others", async () => {
  const { server, body, read, services } = await setUp();
  await server.listen({ host: "127.0.0.1", port: 0 });
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const text = JSON.stringify({ ...body, include_insights: true });
  const head = `POST /asset_report/get HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n`;
  const sockets = Array.from({ length: 12 }, () => connect(port, "127.0.0.1"));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const socket of sockets) {
    socket.write(head + text);
    await once(socket, "data");
    socket.pause();
  }
  for (const socket of sockets) socket.destroy();
  const leaves = await Promise.all(
    Array.from({ length: 12 }, () => services.reportReads.enter("another")),
  );
  for (const leave of leaves) leave();
  expect((await read("2020-09-14")).report).toMatchObject({ days_requested: 731 });
});
