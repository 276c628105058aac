import { expect, test } from "vitest";
import {
  appWithDoors,
  grantTo,
  linkWithTransactions,
  ofxRequest,
  readUrl,
} from "../../server/doors/doors.fixture.ts";
import { callDoor } from "../../server/doors/gocardless/reader.fixture.ts";
import { printedBy } from "../run-cli.fixture.ts";

test("a grant is made, listed and ended on the command line while the server runs", async () => {
  const app = await appWithDoors({ PUBLIC_URL: "https://link.example" });
  const { clock } = app.services;
  const run = (...args: string[]) =>
    printedBy(["grants", ...args, "--data", app.folder], {
      clock,
      variables: { PUBLIC_URL: "https://link.example" },
    });
  const { item_id, accounts } = await linkWithTransactions(app);
  const [first] = accounts;
  expect(await run("list")).toContain("no application reads by a grant");
  const output = await run(
    ...["create", "--name", "Actual", "--item", item_id, "--account", String(first?.account_id)],
    ...["--from", "2026-01-01", "--until", "2026-06-30"],
  );
  const printed = (name: string) => new RegExp(`^${name} +(\\S+)$`, "m").exec(output)?.[1] ?? "";
  const address = new URL(Buffer.from(printed("token"), "base64").toString());
  expect(address.href).toMatch(/^https:\/\/link\.example\/simplefin\/claim\/\w{43}$/);
  const { body: url } = await app.request({ method: "POST", url: address.pathname });
  const read = async () => (await readUrl(app, url)).status;
  expect(await read()).toBe(200);
  const list = await run("list");
  expect(list).toContain(`${printed("grant")}  Actual\n`);
  expect(list).toContain(`  accounts  ${first?.account_id}\n`);
  expect(list).toContain(
    "  from      2026-01-01\n  pending   left-out\n  until     2026-07-01 00:00 UTC\n",
  );
  expect(list).toContain("  used      2026-01-15 12:00 UTC from 127.0.0.1\n");
  for (const secret of [new URL(url).password, address.pathname.slice(-43)])
    expect(list).not.toContain(secret);
  await run("change", printed("grant"), "--pending", "own-ids");
  expect(await run("list")).toContain("  pending   own-ids\n");
  await expect(run("change", printed("grant"), "--pending", "some")).rejects.toThrow(
    "--pending must be one of as-they-are, left-out, own-ids, not some",
  );
  expect(await run("end", printed("grant"))).toContain("The grant has ended");
  expect(await read()).toBe(403);
  await expect(run("end", printed("grant"))).rejects.toThrow("there is no grant");
});

test("a grant for OFX shows an address, a user and a password", async () => {
  const app = await appWithDoors();
  const { item_id } = await linkWithTransactions(app);
  const words = ["create", "--name", "Ledger", "--door", "ofx", "--item", item_id];
  const output = await printedBy(["grants", ...words, "--data", app.folder], {
    clock: app.services.clock,
    variables: { PUBLIC_URL: "https://link.example" },
  });
  const [, user = "", password = ""] = /^user +(\S+)\npassword +(\S+)$/m.exec(output) ?? [];
  expect(output).toContain("address   https://link.example/ofx\n");
  // Programs cut a longer password.
  expect(password).toMatch(/^\w{32}$/);
  const payload = ofxRequest({ user, password, messages: "", version: 102 });
  const { body } = await app.request({ method: "POST", url: "/ofx", payload });
  expect(body).toContain("<CODE>0</CODE>");
});

test("a grant is changed on the command line, with the values before and after in the audit log", async () => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app);
  const [first = "", second = ""] = item.accounts.map(({ account_id }) => account_id);
  const shared = { ...item, accounts: item.accounts.slice(0, 1) };
  const { grant } = await grantTo(app, shared, { door: "ofx", fromDate: "2026-01-01" });
  const change = (...args: string[]) =>
    printedBy(["grants", "change", ...args, "--data", app.folder], { clock: app.services.clock });
  const { grantId } = grant;
  const accounts = ["--item", item.item_id, "--account", first, "--account", second];
  await change(grantId, "--name", "GnuCash", ...accounts, "--from", "none");
  const [entry] = await app.services.store.audit.last(1);
  expect(entry).toMatchObject({ action: "grant.change", subject: grantId });
  expect(entry?.actor.kind).toBe("operator");
  expect(JSON.parse(entry?.details ?? "")).toEqual({
    name: "GnuCash",
    name_before: "Ledger",
    accounts: [first, second].toSorted(),
    accounts_before: [first],
    from: null,
    from_before: "2026-01-01",
  });
  await change(grantId, "--until", "2026-01-15");
  app.advanceClock(86_400_000);
  for (const [args, message] of [
    [[grantId, "--name", "Over"], "there is no grant"],
    [["other", "--name", "x"], "there is no grant other"],
    [[grantId], "--name, --item, --from, --pending or --until must be given"],
    [[grantId, "--account", first], "--item must be given"],
    [[grantId, "--until", "soon"], "--until must be a day"],
  ] as const)
    await expect(change(...args)).rejects.toThrow(message);
});

test("a grant that is wrong is refused by the option that is at fault", async () => {
  const app = await appWithDoors();
  const { item_id } = await linkWithTransactions(app);
  const create = (...args: string[]) =>
    printedBy(["grants", "create", ...args, "--data", app.folder], { clock: app.services.clock });
  for (const [args, message] of [
    [["--item", item_id], "--name must be given"],
    [["--name", "Actual"], "--item must be given"],
    [["--name", "Actual", "--item", "other"], "there is no Item other"],
    [["--name", "Actual", "--item", item_id, "--account", "other"], "there is no account other"],
    [["--name", "Actual", "--item", item_id, "--door", "wall"], "--door must be one of simplefin"],
    [["--name", "Actual", "--item", item_id, "--from", "2026-02-30"], "--from must be a day"],
    [
      ["--name", "Actual", "--item", item_id, "--until", "2026-01-01"],
      "until must not be before today",
    ],
    [["--name", " ", "--item", item_id], "name must not be empty"],
  ] as const)
    await expect(create(...args)).rejects.toThrow(message);
  const keys = ["keys", "--data", app.folder];
  expect(await printedBy([...keys, "--grants", "off"])).toContain("grants      forbidden");
  await expect(create("--name", "Actual", "--item", item_id)).rejects.toThrow("allows no grants");
  expect(await app.services.store.grants.list()).toEqual([]);
});

test("a grant of an application belongs to the only client, and shows an id and a key that give tokens", async () => {
  const app = await appWithDoors();
  const run = (...args: string[]) =>
    printedBy(["grants", ...args, "--data", app.folder], {
      clock: app.services.clock,
      variables: { PUBLIC_URL: "https://link.example" },
    });
  const create = ["create", "--name", "Firefly", "--door", "gocardless"];
  const output = await run(...create);
  expect(output).toContain("address   https://link.example/gocardless/api/v2\n");
  expect(output).toContain("accounts  none yet\n");
  const [, secret_id = "", secret_key = ""] = /^id +(\S+)\nkey +(\S+)$/m.exec(output) ?? [];
  const { status } = await callDoor(app, "POST", "/token/new/", {
    body: { secret_id, secret_key },
  });
  expect(status).toBe(200);
  const list = await run("list");
  expect(list).toContain(`  client    ${app.keys.client_id}\n  accounts  none yet\n`);
  expect(list).not.toContain(secret_key);
  for (const [args, message] of [
    [[...create, "--client", "another"], "client names no client: another"],
    [["create", "--name", "x", "--client", "y"], "--item must be given"],
    [["create", "--name", "x", "--item", "z", "--client", "y"], "--client must be left out"],
    [
      ["create", "--name", "see www.x.example", "--door", "pluggy"],
      "name must not have an address",
    ],
  ] as const)
    await expect(run(...args)).rejects.toThrow(message);
  const { client_id } = app.keys;
  await printedBy(["clients", "create", "--name", "Second", "--data", app.folder], {
    clock: app.services.clock,
  });
  await expect(run(...create)).rejects.toThrow("--client must be given");
  expect(await run(...create, "--client", client_id)).toContain("key ");
});

test("a grant of an application names accounts by the ids that its door answers to", async () => {
  const app = await appWithDoors();
  const { item_id, accounts } = await linkWithTransactions(app);
  const run = (...args: string[]) =>
    printedBy(["grants", ...args, "--data", app.folder], {
      clock: app.services.clock,
      variables: { PUBLIC_URL: "https://link.example" },
    });
  const output = await run(
    ...["create", "--name", "Firefly", "--door", "gocardless", "--item", item_id],
  );
  const [, secret_id = "", secret_key = ""] = /^id +(\S+)\nkey +(\S+)$/m.exec(output) ?? [];
  const keys = { body: { secret_id, secret_key } };
  const { access } = (await callDoor(app, "POST", "/token/new/", keys)).json();
  const lines = [...output.matchAll(/^account +(\S+) {2}for (\S+)$/gm)];
  expect(lines.map(([, , id]) => id).toSorted()).toEqual(
    accounts.map(({ account_id }) => account_id).toSorted(),
  );
  for (const [, id] of lines)
    expect(
      (await callDoor(app, "GET", `/accounts/${id}/`, { token: access })).json(),
    ).toMatchObject({
      id,
    });
  const list = await run("list");
  for (const [line] of lines) expect(list).toContain(`  ${line}\n`);
});

test("a grant that needs the master key for its accounts' ids is not made without the key", async () => {
  const app = await appWithDoors();
  const { item_id } = await linkWithTransactions(app);
  const create = ["grants", "create", "--name", "Firefly", "--door", "gocardless"];
  const words = [...create, "--item", item_id, "--data", app.folder];
  const variables = { SERVICE_LINK_MASTER_KEY: "7".repeat(64) };
  await expect(printedBy(words, { clock: app.services.clock, variables })).rejects.toThrow(
    "master key",
  );
  expect(await app.services.store.grants.list()).toEqual([]);
});
