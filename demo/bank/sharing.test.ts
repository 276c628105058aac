import { expect, onTestFinished, test } from "vitest";
import { startBank } from "./server.mjs";
import { accessToken, CLIENT, callData } from "./visit.fixture.ts";

test("customers change their sharing on a page, which another site cannot post to", async () => {
  const bank = await startBank({ port: 0, clients: [CLIENT] });
  onTestFinished(() => bank.close());
  const address = `${bank.issuer}/sharing`;
  const page = async () => (await fetch(address)).text();
  expect(await page()).toContain("Nothing is shared");
  const token = await accessToken(bank.issuer);
  const shareAccounts = async () => {
    const { body } = await callData(bank.issuer, "/accounts", token);
    return body.accounts.map(({ accountId }: { accountId: string }) => accountId);
  };
  const consent = /name="consent" value="(\w+)"/.exec(await page())?.[1] ?? "";
  const change = async (ids: string[], origin = bank.issuer) => {
    const fields = ids.map((id): [string, string] => ["account", id]);
    const body = new URLSearchParams([["consent", consent], ...fields]);
    const options = { method: "POST", redirect: "manual", headers: { origin }, body } as const;
    return (await fetch(address, options)).status;
  };
  const all = await shareAccounts();
  expect(await change(["acc-ada-card"], "http://evil.example")).toBe(403);
  for (const none of [[], ["acc-ben-joint"]]) expect(await change(none)).toBe(303);
  expect(await shareAccounts()).toEqual(all);
  await change(["acc-ada-card", "acc-ben-joint"]);
  expect(await shareAccounts()).toEqual(["acc-ada-card"]);
  const body = new URLSearchParams({ consent, end: "yes" });
  const headers = { origin: bank.issuer };
  await fetch(address, { method: "POST", redirect: "manual", headers, body });
  expect((await callData(bank.issuer, "/accounts", token)).status).toBe(401);
  expect(await page()).toContain("Nothing is shared");
});
