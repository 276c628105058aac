import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
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

test("the command follows the user to the public token, also past a connection that breaks", async () => {
  const app = await testApp();
  const printed: string[] = [];
  let breaks = 1;
  let connects = 1;
  const connect = async (token: unknown): Promise<void> => {
    const link = await app.startLink({ token });
    const bank = { institution_id: "ins_109508" };
    await link.bridge("institution/select", bank);
    const login = await link.bridge("credentials/submit", {
      ...bank,
      credentials: { username: "user_good", password: "pass_good" },
    });
    const [account] = Object(login.body.selection).accounts;
    await link.bridge("accounts/select", { account_ids: [account.id] });
  };
  const front = createServer(async (request, response) => {
    if (request.url === "/link/token/get" && breaks-- > 0) return request.socket.destroy();
    const sent = Object(await json(request));
    const { status, body } = await app.post(String(request.url), { ...app.credentials, ...sent });
    if (printed.at(-1)?.startsWith("Waiting for the address") && connects-- > 0)
      await connect(body.link_token);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  }).listen(0);
  onTestFinished(() => void front.close());
  const url = `http://localhost:${(front.address() as AddressInfo).port}`;
  const { code } = await runCli(["link", "--data", app.folder], {
    variables: { PUBLIC_URL: url },
    out: (text) => void printed.push(text),
  });
  expect(code).toBe(0);
  const [, ...lines] = printed;
  expect(lines.slice(0, 2)).toEqual([
    `Waiting for the server at ${url} …\n`,
    "Waiting for the address to be opened …\n",
  ]);
  const token = /^Connected: (public-sandbox-\S+)\n$/.exec(lines.at(-1) ?? "")?.[1];
  const exchanged = await app.call("/item/public_token/exchange", { public_token: token });
  expect(exchanged.item_id).toBeTruthy();
});

test("the command says what to do if no server responds, and refuses a wrong lifetime", async () => {
  const app = await testApp();
  const closed = await runCli(["link", "--data", app.folder], {
    variables: { PUBLIC_URL: "http://localhost:1" },
  });
  expect(closed).toMatchObject({
    code: 1,
    err: expect.stringContaining("no server responds at http://localhost:1; start it with npx"),
  });
  const wrong = await runCli(["link", "--data", app.folder, "--lifetime", "soon"]);
  expect(wrong.err).toContain("--lifetime must be a number of seconds, 60 or more, not soon");
});
