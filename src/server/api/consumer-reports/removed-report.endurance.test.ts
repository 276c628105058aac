import { expect, test, vi } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

const PURPOSE = { consumer_report_permissible_purpose: "EXTENSION_OF_CREDIT" };

/** A listening app, with a user and their report. */
const setUp = async () => {
  const app = await testApp();
  const { user_id } = await app.call("/user/create", { client_user_id: "customer-1" });
  await app.call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["transactions"],
    user_id,
  });
  const request = { user_id, webhook: "https://shop.example/hook", days_requested: 731 };
  const create = async () => {
    await app.call("/cra/check_report/create", { ...request, ...PURPOSE });
    await app.runJobs();
  };
  await create();
  await app.server.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const read = (path: string) =>
    fetch(`http://127.0.0.1:${port}/cra/check_report/${path}/get`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...app.credentials, user_id }),
    });
  /** Acts once, after a piece of a report was read from the store. */
  const afterPiece = (position: number, act: () => Promise<unknown>) => {
    const { consumerReports } = app.services.store;
    const { piece } = consumerReports;
    vi.spyOn(consumerReports, "piece").mockImplementation(async (id, document, at) => {
      const bytes = await piece(id, document, at);
      if (at === position) await act();
      return bytes;
    });
  };
  return { ...app, user_id: String(user_id), create, read, afterPiece };
};

const erase = async ({ advanceClock, runJobs }: Awaited<ReturnType<typeof setUp>>) => {
  advanceClock(2000);
  await runJobs();
};

test.each([
  ["removed with its user", "removed"],
  ["removed and erased", "erased"],
  ["replaced", "replaced"],
])("a report that is %s while it is read breaks off", async (_, how) => {
  const app = await setUp();
  expect((await (await app.read("base_report")).json()).report.days_requested).toBe(731);
  app.afterPiece(1, async () => {
    if (how === "replaced") return app.create();
    await app.call("/user/remove", { user_id: app.user_id });
    if (how === "erased") await erase(app);
  });
  const answer = await app.read("base_report");
  await expect(answer.text()).rejects.toThrow("terminated");
});

test("a PDF breaks off as well, and is refused if no byte of it was sent", async () => {
  for (const position of [0, 1]) {
    const app = await setUp();
    expect((await (await app.read("pdf")).bytes()).length).toBeGreaterThan(1000);
    app.afterPiece(position, () => app.call("/user/remove", { user_id: app.user_id }));
    const answer = await app.read("pdf");
    if (position === 0)
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { error_code: "CONSUMER_REPORT_NOT_FOUND" },
      ]);
    else await expect(answer.bytes()).rejects.toThrow("terminated");
  }
});
