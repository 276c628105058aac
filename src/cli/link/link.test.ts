import { expect, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";
import { runCli } from "../run-cli.fixture.ts";

test("the address of a hosted link is printed with a QR code, until the command is stopped", async () => {
  const app = await testApp();
  await app.listen({ host: "localhost", port: 0 });
  const stop = new AbortController();
  const printed: string[] = [];
  const { code } = await runCli(["link", "--data", app.folder, "--institution", "ins_109508"], {
    stopSignal: () => stop.signal,
    out: (text) => {
      printed.push(text);
      if (text.startsWith("Waiting")) stop.abort();
    },
  });
  expect(code).toBe(0);
  expect(printed[0]).toMatch(/[█▀▄]{10}[\s\S]*\nhttp:\/\/localhost:\d+\/hosted#[0-9A-Za-z]{43}\n/);
  expect(printed[1]).toBe("Waiting for the address to be opened …\n");
});

test("the command says what to do where no server answers, and refuses a wrong lifetime", async () => {
  const app = await testApp();
  const closed = await runCli(["link", "--data", app.folder], {
    variables: { PUBLIC_URL: "http://localhost:1" },
  });
  expect(closed).toMatchObject({
    code: 1,
    err: expect.stringContaining("no server answers at http://localhost:1; start it with npx"),
  });
  const wrong = await runCli(["link", "--data", app.folder, "--lifetime", "soon"]);
  expect(wrong.err).toContain("--lifetime must be a number of seconds, 60 or more, not soon");
});
