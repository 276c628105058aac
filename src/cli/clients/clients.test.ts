import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MAX_SECRETS } from "../../server/domain/clients/client-secret.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { printedBy } from "../run-cli.fixture.ts";

/**
 * Returns the output of `clients` for an app's folder. `keyboard` answers the command's question.
 */
const run = async (folder: string, line: string, keyboard: string | null = null) => {
  const words = ["clients", ...line.split(" "), "--data", folder];
  return printedBy(words, { prompt: async () => keyboard });
};

/** Returns the output of `keys`. */
const runKeys = (folder: string, args: string[], variables: Record<string, string> = {}) =>
  printedBy(["keys", "--data", folder, ...args], { variables });

/** Returns the keys that `--env` printed. */
const keysIn = (text: string) => {
  const value = (name: string) =>
    new RegExp(`^SERVICE_LINK_${name}=(.*)$`, "m").exec(text)?.[1] ?? "";
  return {
    client_id: value("CLIENT_ID"),
    secret: value("SECRET"),
    public_key: value("PUBLIC_KEY"),
  };
};

type App = Awaited<ReturnType<typeof testApp>>;
const fetchCode = async (app: App, path: string, body: object) =>
  (await app.post(path, body)).body.error_code ?? "fine";

test("a new client has its settings, and can call a running server at once", async () => {
  const app = await testApp();
  const line =
    "create --env --allow-origin https://shop.example --product auth,identity --partner on";
  const newKeys = keysIn(await run(app.folder, line));
  const { client_id, secret } = newKeys;
  expect(
    await fetchCode(app, "/institutions/get_by_id", {
      client_id,
      secret,
      institution_id: "ins_109508",
      country_codes: ["US"],
    }),
  ).toBe("fine");
  expect(await app.services.store.clients.byClientId(client_id)).toMatchObject({
    publicKey: newKeys.public_key,
    allowedOrigins: ["https://shop.example"],
    products: ["auth", "identity"],
    partner: true,
    defaultVersion: "2020-09-14",
  });
  const list = await run(app.folder, "list");
  expect(list).toContain(client_id);
  expect(list).toContain(app.keys.client_id);
  expect(list).toContain("https://shop.example");
  expect(list).toContain("users       new user API");
  const legacy = keysIn(await run(app.folder, "create --env --legacy-user-api on"));
  const [, after = ""] = (await run(app.folder, "list")).split(legacy.client_id);
  expect(after).toContain("users       legacy user API");
  for (const text of [secret, app.keys.secret]) expect(list).not.toContain(text);
  await expect(run(app.folder, "create --product money")).rejects.toThrow(
    /--product must be one of/,
  );
  await expect(run(app.folder, "create --allow-orign x")).rejects.toThrow(
    "unknown option '--allow-orign'; did you mean --allow-origin?",
  );
  await expect(run(app.folder, "lst")).rejects.toThrow("did you mean list?");
  await expect(run(app.folder, "rotate")).rejects.toThrow(
    "write it like: service-link clients rotate [options] <ID>",
  );
});

test("a client acts for the institutions that were set last, and unknown ids are refused", async () => {
  const app = await testApp();
  const { client_id } = keysIn(await run(app.folder, "create --env --institutions ins_1,ins_2"));
  const actsFor = async () => {
    app.advanceClock(1000);
    return (await app.services.store.clients.byClientId(client_id))?.institutions;
  };
  expect(await actsFor()).toEqual(["ins_1", "ins_2"]);
  expect(await run(app.folder, "list")).toContain("acts for    ins_1, ins_2");
  const change = (ids: string) =>
    runKeys(app.folder, ["--client", client_id, "--institutions", ids]);
  await expect(change("ins_3,bank")).rejects.toThrow(/--institutions must be ids .*; not bank/);
  expect(await change("ins_3, ins_3")).toContain("acts for    ins_3\n");
  expect(await actsFor()).toEqual(["ins_3"]);
  expect(await change("none")).toContain("acts for    no institution");
  expect(await actsFor()).toEqual([]);
});

test("a rotated secret works within a second and the one before is refused; keys.json has it", async () => {
  const app = await testApp();
  const { client_id, secret: before } = app.keys;
  const institution = { institution_id: "ins_109508", country_codes: ["US"] };
  const call = (secret: string) =>
    fetchCode(app, "/institutions/get_by_id", { client_id, secret, ...institution });
  expect(await call(before)).toBe("fine");
  const { secret } = keysIn(await run(app.folder, `rotate ${client_id} --env`));
  app.advanceClock(1000);
  expect(await call(before)).toBe("INVALID_API_KEYS");
  expect(await call(secret)).toBe("fine");
  expect(JSON.parse(readFileSync(join(app.folder, "keys.json"), "utf8"))).toEqual({
    ...app.keys,
    secret,
  });
  expect(keysIn(await runKeys(app.folder, ["--env"]))).toEqual({ ...app.keys, secret });
  await expect(run(app.folder, "rotate nobody")).rejects.toThrow("there is no client nobody");
});

test("a client's secrets are listed, named and ended, each at its promised end and not before", async () => {
  const app = await testApp();
  const { client_id, secret: first } = app.keys;
  const inStep = (line: string) =>
    printedBy(["clients", ...line.split(" "), "--data", app.folder], {
      clock: app.services.clock,
    });
  const secretIn = (text: string) => /^secret +(\S+)$/m.exec(text)?.[1] ?? "";
  const works = async (secret: string) => {
    app.advanceClock(1000);
    const body = { client_id, secret, access_token: "x" };
    return (await fetchCode(app, "/item/get", body)) !== "INVALID_API_KEYS";
  };
  const second = await inStep(`rotate ${client_id} --overlap 24 --name web`);
  const end = "2026-01-16 12:00 UTC";
  expect(second).toContain(`The secret …${first.slice(-4)} works until ${end}.`);
  const third = await inStep(`rotate ${client_id}`);
  expect(third).toContain(`The secret …${first.slice(-4)} works until ${end}.`);
  expect(await works(first)).toBe(true);
  expect(await works(secretIn(second))).toBe(false);

  const fourth = secretIn(await inStep(`rotate ${client_id} --keep-others`));
  await inStep(`secrets name ${client_id} --secret ${fourth.slice(-4)} --name worker`);
  await expect(
    inStep(`secrets name ${client_id} --secret ${fourth.slice(-4)} --name \u001b[2J`),
  ).rejects.toThrow("--name must have no control characters");
  const lines = (await inStep(`secrets list ${client_id}`)).trim().split("\n");
  expect(lines.map((line) => line.split(/ {2,}/).slice(1))).toEqual([
    ["last four", "created", "last used", "ends", "may", "name"],
    [fourth.slice(-4), "2026-01-15 12:00 UTC", "never", "no end", "everything", "worker"],
    [secretIn(third).slice(-4), "2026-01-15 12:00 UTC", "never", "no end", "everything"],
    [first.slice(-4), "2026-01-15 12:00 UTC", expect.any(String), end, "everything"],
  ]);
  await expect(inStep(`secrets end ${client_id} --secret ${first} --yes`)).rejects.toThrow(
    /no secret that works is called that; give the id/,
  );
  expect(await inStep(`secrets end ${client_id} --secret ${first.slice(-4)} --yes`)).toBe(
    "The secret is refused within a second.\n",
  );
  expect(await works(first)).toBe(false);
  await inStep(`secrets end ${client_id} --secret ${fourth.slice(-4)} --yes`);
  const last = `secrets end ${client_id} --secret ${secretIn(third).slice(-4)} --yes`;
  await expect(inStep(last)).rejects.toThrow(
    /the last secret that works without restriction and without an end: .*; add --even-last/,
  );
  expect(await inStep(`${last} --even-last`)).toContain("keys.json still has it");
  expect(await works(secretIn(third))).toBe(false);
  await expect(inStep(`rotate ${client_id} --overlap 1 --keep-others`)).rejects.toThrow(
    "--overlap ends the others",
  );
  for (let made = 0; made < MAX_SECRETS; made++) await inStep(`rotate ${client_id} --keep-others`);
  await expect(inStep(`rotate ${client_id} --overlap 1`)).rejects.toThrow(
    `at most ${MAX_SECRETS} secrets`,
  );
});

test("a client is removed with all its data after its id is typed, and another one's stays", async () => {
  const app = await testApp();
  const other = keysIn(await run(app.folder, "create --env"));
  app.advanceClock(1000);
  const link = async ({ client_id, secret }: { client_id: string; secret: string }) => {
    const keys = { client_id, secret };
    const creation = await app.post("/sandbox/public_token/create", {
      ...keys,
      institution_id: "ins_109508",
      initial_products: ["auth", "transactions"],
      // The address has no listener, so webhooks are still pending when the client is removed.
      ...(client_id === other.client_id && { options: { webhook: "http://localhost:9/hook" } }),
    });
    const { public_token } = creation.body;
    const { body } = await app.post("/item/public_token/exchange", { ...keys, public_token });
    return { ...keys, access_token: String(body.access_token) };
  };
  const [own, theirs] = [await link(app.keys), await link(other)];
  await app.runJobs();
  const line = `remove ${other.client_id}`;
  await expect(run(app.folder, line, other.client_id)).rejects.toThrow("has 1 live Item; remove");
  for (const answer of [null, "", "yes"])
    await expect(run(app.folder, `${line} --with-items`, answer)).rejects.toThrow("stays");
  expect(await fetchCode(app, "/item/get", theirs)).toBe("fine");
  expect(await run(app.folder, `${line} --with-items`, other.client_id)).toBe(
    `${other.client_id} removed, with 1 live Item\n`,
  );
  app.advanceClock(1000);
  expect(await fetchCode(app, "/item/get", theirs)).toBe("INVALID_API_KEYS");
  expect(await fetchCode(app, "/item/get", own)).toBe("fine");
  expect(await app.services.store.clients.all()).toMatchObject([{ liveItems: 1 }]);
  app.advanceClock(24 * 60 * 60 * 1000);
  await app.runJobs();
  expect(app.logged.filter((entry) => entry.includes("a job failed"))).toEqual([]);
  await expect(run(app.folder, `${line} --yes`)).rejects.toThrow("there is no client");
});

test("the same command completes an erasure that was killed", async () => {
  const { folder, services } = await testApp();
  const { client_id } = keysIn(await run(folder, "create --env"));
  const { clients } = services.store;
  await clients.remove(client_id, { onlyEmpty: true, now: services.clock() });
  expect(await clients.removed()).toEqual([client_id]);
  await run(folder, `remove ${client_id}`);
  expect(await clients.removed()).toEqual([]);
});

test("a mistyped client_id creates no client, and a change must name one of several", async () => {
  const app = await testApp();
  const { folder, keys: first } = app;
  const typo = { SERVICE_LINK_CLIENT_ID: "mistyped-id" };
  const refusal = `there is no client mistyped-id in ${folder}, but ${first.client_id}; name`;
  await expect(runKeys(folder, [], typo)).rejects.toThrow(refusal);
  await expect(testApp(typo, folder)).rejects.toThrow(refusal);
  expect(await app.services.store.clients.all()).toHaveLength(1);
  const other = keysIn(await run(folder, "create --env"));
  await expect(runKeys(folder, ["--partner", "on"])).rejects.toThrow("--client ID");
  await runKeys(folder, ["--partner", "on", "--client", other.client_id]);
  const partners = (await app.services.store.clients.all()).map(({ client }) => client.partner);
  expect(partners.toSorted()).toEqual([false, true]);
  const envLines = await runKeys(folder, ["--env", "--client", other.client_id]);
  expect(envLines).toContain("# SERVICE_LINK_SECRET is not on this machine");
  expect(keysIn(envLines)).toEqual({ ...other, secret: "" });
});

test("a rotation that cannot write keys.json leaves the old secret valid", async () => {
  const app = await testApp();
  const { client_id, secret } = app.keys;
  const file = join(app.folder, "keys.json");
  writeFileSync(file, "torn");
  await expect(run(app.folder, `rotate ${client_id}`)).rejects.toThrow("is not a file of keys");
  app.advanceClock(1000);
  const read = { client_id, secret, institution_id: "ins_109508", country_codes: ["US"] };
  expect(await fetchCode(app, "/institutions/get_by_id", read)).toBe("fine");
  expect(readFileSync(file, "utf8")).toBe("torn");
});

test("a client of a production server is served after its access is granted, and the list says so", async () => {
  const variables = { SERVICE_ENV: "production", SERVICE_LINK_MASTER_KEY: "ab".repeat(32) };
  const app = await testApp(variables);
  const inProduction = (words: string[]) =>
    printedBy([...words, "--data", app.folder], { variables });
  const output = await inProduction(["clients", "create", "--name", "Shop"]);
  expect(output).toContain("It has no production access yet");
  const [, client_id = ""] = /^client_id\s+(\S+)/m.exec(output) ?? [];
  const [, secret = ""] = /^secret\s+(\S+)/m.exec(output) ?? [];
  const call = () => {
    app.advanceClock(1000);
    return fetchCode(app, "/item/get", { client_id, secret, access_token: "access-production-x" });
  };
  expect(await call()).toBe("UNAUTHORIZED_ENVIRONMENT");
  expect(await inProduction(["clients", "list"])).toContain("production  no access");
  const change = ["keys", "--client", client_id, "--production-access"];
  expect(await inProduction([...change, "on"])).toContain("production  granted");
  expect(await call()).toBe("INVALID_ACCESS_TOKEN");
  await inProduction([...change, "off"]);
  expect(await call()).toBe("UNAUTHORIZED_ENVIRONMENT");
  expect((await app.services.store.audit.last(2)).map(({ action }) => action)).toEqual([
    "client.grant_production",
    "client.withdraw_production",
  ]);
});
