import { expect, test } from "vitest";
import { acceptInvitation, browser } from "../../testing/test-app/dashboard.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { printedBy } from "../run-cli.fixture.ts";

test("clients invite prints a link by which a member with the role joins", async () => {
  const app = await testApp();
  const run = (...words: string[]) =>
    printedBy(["clients", "invite", ...words, "--data", app.folder]);
  const { client_id } = app.keys;
  const text = await run(client_id, "Ada@Shop.example", "--role", "developer");
  expect(text).toMatch(/^http:\S+\/dashboard\/invitation#[\w]{43}\n\nada@shop.example opens it/);
  const token = /#(\w+)/.exec(text)?.[1] ?? "";
  const { answer } = await acceptInvitation(app, browser(app), token, "correct horse battery");
  expect(answer.body).toMatchObject({ role: "developer", client: { client_id } });
  expect(await run(client_id, "bob@shop.example")).toContain("as admin");
  const [entry] = await app.services.store.audit.last(1);
  expect(entry).toMatchObject({
    ...{ action: "member.invite", subject: "bob@shop.example", clientId: client_id },
    actor: { kind: "operator" },
  });
});

test("clients invite refuses another word for a role, an address or a client, and changes nothing", async () => {
  const app = await testApp();
  const { client_id } = app.keys;
  for (const [words, refusal] of [
    [[client_id, "ada"], /ada is no e-mail address/],
    [[client_id, "ada@shop.example", "--role", "owner"], /owner is no role/],
    [["nobody", "ada@shop.example"], /there is no client nobody/],
  ] as const)
    await expect(printedBy(["clients", "invite", ...words, "--data", app.folder])).rejects.toThrow(
      refusal,
    );
  const { store, clock } = app.services;
  expect(await store.members.invitations(client_id, clock())).toEqual([]);
});
