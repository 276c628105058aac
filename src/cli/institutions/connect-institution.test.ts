import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startBank } from "../../../demo/bank/server.mjs";
import { CLIENT } from "../../../demo/bank/visit.fixture.ts";
import { sampleClient, sampleItem } from "../../testing/store-contract/samples.ts";
import { CERTIFICATE, KEY } from "../../testing/test-app/certificate.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { runCli } from "../run-cli.fixture.ts";
import { csv, institutionFiles } from "./institution-files.fixture.ts";

/** A server's data folder with a custom institution, and files of secrets. */
const connectable = async () => {
  const app = await testApp();
  const folder = mkdtempSync(join(tmpdir(), "service-link-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const runAt = async (changes: Parameters<typeof runCli>[1], ...line: string[]) => {
    const { out, err } = await runCli(["institutions", ...line, "--data", app.folder], changes);
    return { out, failure: err.replaceAll(`${folder}/`, "") };
  };
  const run = (...line: string[]) => runAt({}, ...line);
  await run("import", file("list.csv", csv("ins_700001,Lantern Bank,US")));
  const connectAt = (changes: Parameters<typeof runCli>[1], ...options: string[]) =>
    runAt(
      changes,
      "connect",
      "ins_700001",
      "--issuer",
      "https://bank.example",
      "--client-id",
      "me",
      "--offline",
      ...options,
    );
  const connect = (...options: string[]) => connectAt({}, ...options);
  return { app, file, run, connect, connectAt };
};

test("connect, dashboard and doctor print the URL of the running server, or the given PUBLIC_URL", async () => {
  const { app, connect, connectAt } = await connectable();
  const port = await app.listen({ host: "localhost", port: 0 });
  expect((await connect()).out).toContain(`http://localhost:${port}/oauth/return\n`);
  const elsewhere = { variables: { PUBLIC_URL: "https://link.example.com" } };
  expect((await connectAt(elsewhere)).out).toContain("https://link.example.com/oauth/return\n");
  const data = ["--data", app.folder];
  const setup = await runCli(["dashboard", "setup", ...data]);
  expect(setup.out).toContain(`http://localhost:${port}/`);
  const doctor = await runCli(["doctor", ...data]);
  expect(doctor.out).toContain(`http://localhost:${port}/oauth/return`);
});

test("a connection names its dialect, profile and the bank's deviations; wrong ones change nothing", async () => {
  const { app, file, run, connect } = await connectable();
  for (const [option, ...words] of [
    ["--dialect=ebics", "--dialect must be one of fdx, uk, berlin-group, cdr, not ebics"],
    ["--deviation=colour=red", "not colour=red"],
    ["--deviation=period=weekly", "--deviation is wrong at period"],
    ["--deviation=header:a b=1", "--deviation is wrong at headers"],
  ]) {
    const { failure } = await connect("--dialect", "uk", String(option));
    for (const word of words) expect(failure).toContain(word);
  }
  expect((await connect("--dialect", "uk", "--ciba")).failure).toContain("--ciba is not for uk");
  const fapi2 = async (...options: string[]) =>
    (await connect("--security", "fapi2", ...options)).failure;
  expect(await fapi2()).toContain("needs --private-key or --certificate");
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const key = ["--private-key", file("signing.pem", pem)];
  expect(await fapi2(...key, "--no-dpop")).toContain("needs bound tokens");
  expect(await fapi2(...key, "--ciba")).toContain("not for --ciba");
  expect(await fapi2(...key, "--deviation=assertion-audience=token_endpoint")).toContain(
    "wants assertions for the issuer",
  );
  expect((await connect("--security", "fapi3")).failure).toContain("must be none, fapi1 or fapi2");
  expect(await app.services.store.institutions.connections()).toEqual([]);
  const deviations = ["header:X-Fapi-Financial-Id=0015", "lacks=identity,assets", "period=none"];
  const options = [...deviations.map((deviation) => `--deviation=${deviation}`), ...key];
  expect((await connect("--dialect", "uk", "--security", "fapi2", ...options)).out).toContain(
    "dialect         uk\ndeviations      header:x-fapi-financial-id=0015, period=none, lacks=",
  );
  expect((await run("list")).out).toContain(", period=none, lacks=identity,assets\n");
  expect(await app.services.store.institutions.connections()).toMatchObject([
    {
      dataUrl: "https://bank.example/open-banking/v3.1/aisp",
      standard: {
        dialect: "uk",
        security: "fapi2",
        deviations: {
          headers: { "x-fapi-financial-id": "0015" },
          lacks: ["identity", "assets"],
          period: "none",
        },
      },
    },
  ]);
  const berlin = ["consent=global", "booking-status=booked", "metadata=oauth2"];
  await connect("--dialect=berlin-group", ...berlin.map((each) => `--deviation=${each}`), ...key);
  expect(await app.services.store.institutions.connections()).toMatchObject([
    {
      dataUrl: "https://bank.example/v1",
      standard: {
        approach: "oauth",
        deviations: { consent: "global", bookingStatus: "booked", metadata: "oauth2" },
      },
    },
  ]);
  const approach = (...options: string[]) => connect("--approach", "redirect", ...options);
  expect((await approach()).failure).toContain("--approach must be oauth with fdx, not redirect");
  const secured = await approach("--dialect=berlin-group", "--security=fapi2", ...key);
  expect(secured.failure).toContain("--security fapi2 is not for --approach redirect");
  expect((await approach("--dialect=berlin-group")).out).toContain(
    "approach        redirect, without tokens\n",
  );
  expect((await run("list")).out).toContain(", by redirect");
});

test("a connection is declared with a secret, listed, and removed", async () => {
  const { app, file, run, connect } = await connectable();
  const { out, failure } = await connect(
    "--client-secret-file",
    file("secret", "s3cret-of-mine\n"),
  );
  expect(failure).toBe("");
  expect(out).toBe(
    "ins_700001 connected to https://bank.example\n" +
      "data            https://bank.example/fdx/v6\n" +
      "authentication  client_secret_basic\n" +
      "redirect URI    http://localhost:8080/oauth/return\n" +
      "tokens          bound to a key (DPoP) if its metadata offer that (its data API was not probed)\n",
  );
  expect((await run("list")).out).toBe(
    "ins_700001  Lantern Bank (US)  https://bank.example as me by client_secret_basic\n",
  );
  const [connection] = await app.services.store.institutions.connections();
  expect(JSON.stringify(connection)).not.toContain("s3cret");
  expect((await run("disconnect", "ins_700001")).out).toBe("ins_700001 disconnected\n");
  expect((await run("disconnect", "ins_700001")).failure).toMatch("ins_700001 is not connected");
});

test("a running server sees a new connection, and its removal", async () => {
  const { app, run, connect } = await connectable();
  const isOauth = async () => {
    app.advanceClock(2000);
    const { institution } = await app.call("/institutions/get_by_id", {
      institution_id: "ins_700001",
      country_codes: ["US"],
    });
    return (institution as { oauth: boolean }).oauth;
  };
  expect(await isOauth()).toBe(false);
  await connect();
  expect(await isOauth()).toBe(true);
  await run("disconnect", "ins_700001");
  expect(await isOauth()).toBe(false);
});

test("another issuer replaces the one that Items are linked by only if that is confirmed", async () => {
  const { app, connect } = await connectable();
  await connect();
  const { store } = app.services;
  await store.clients.add(sampleClient());
  const { item, ...rest } = sampleItem("1");
  await store.items.create({ ...rest, item: { ...item, institutionId: "ins_700001" } });
  const move = ["--issuer", "https://other.example"];
  expect((await connect(...move)).failure).toMatch(
    /ins_700001 is connected to https:\/\/bank.example, by which 1 Item is linked/,
  );
  expect((await connect("--client-id", "other")).failure).toBe("");
  expect((await connect(...move, "--another-issuer")).out).toMatch("https://other.example");
});

test("a key signs for the client, and the data may be on another host", async () => {
  const { app, file, connect } = await connectable();
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const options = ["--data-url", "https://10.0.0.8/data/", "--scope", "openid accounts:read"];
  expect((await connect("--private-key", file("key.pem", pem), ...options)).failure).toBe("");
  expect(await app.services.store.institutions.connections()).toMatchObject([
    {
      authentication: "private_key_jwt",
      dataUrl: "https://10.0.0.8/data",
      scopes: ["openid", "accounts:read"],
      privateHosts: expect.arrayContaining(["10.0.0.8"]),
    },
  ]);
});

test("an institution that the operator's own list makes unreachable is refused", async () => {
  const { app, connectAt } = await connectable();
  const variables = { OUTBOUND_HOSTS: "bank.example" };
  const data = ["--data-url", "https://data.bank.example"];
  expect((await connectAt({ variables }, ...data)).failure).toContain(
    "--data-url is at data.bank.example, which is not in OUTBOUND_HOSTS",
  );
  expect(await app.services.store.institutions.connections()).toEqual([]);
  expect((await connectAt({ variables })).failure).toBe("");
});

test("a request quota is declared with the unit that it counts", async () => {
  const { app, connect } = await connectable();
  const four = ["--requests-per-day", "4"];
  expect((await connect(...four)).out).toMatch(
    "requests        4 in 24 hours for each customer, 1 of them for users alone\n",
  );
  await connect(...four, "--requests-counted-by", "endpoint");
  const [connection] = await app.services.store.institutions.connections();
  expect(connection?.quota).toEqual({ requestsPerDay: 4, countedBy: "endpoint" });
  expect((await connect("--requests-per-day", "0")).failure).toMatch(/whole number from 1 to/);
  expect((await connect("--requests-counted-by", "client")).failure).toMatch(
    /needs --requests-per/,
  );
  expect((await connect(...four, "--requests-counted-by", "moon")).failure).toMatch(
    /one of customer, endpoint, client, not moon/,
  );
});

describe("an impossible declaration", () => {
  test("an impossible declaration is refused with its reason, without the contents of a file", async () => {
    const { app, file, run, connect, connectAt } = await connectable();
    const failure = async (...options: string[]) => (await connect(...options)).failure;
    const no = file("no.pem", "sesame-sesame");
    const { privateKey } = generateKeyPairSync("x25519");
    const other = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    expect(await failure("--issuer", "http://bank.example")).toMatch(
      /--issuer must begin with https/,
    );
    expect(await failure("--issuer", "https://a:b@bank.example")).toMatch(
      /no user name or password/,
    );
    expect(await failure("--data-url", "https://bank.example/?a=b")).toMatch(
      /--data-url must have no/,
    );
    expect(await failure("--private-key", no)).toMatch(/no.pem is no private key to sign with/);
    expect(await failure("--private-key", file("x.pem", other))).toMatch(/x.pem is no private key/);
    expect(await failure("--certificate", no)).toMatch(/go together/);
    expect(await failure("--certificate", no, "--certificate-key", no)).toMatch(/as PEM/);
    const pair = ["--certificate", file("c.pem", CERTIFICATE), "--certificate-key"];
    expect(await failure(...pair, file("other.pem", other))).toMatch(/other.pem is not the key of/);
    expect(await failure("--ca", no)).toMatch(/no.pem must have the certificates of authorities/);
    const late = { clock: () => Date.parse("2127-01-01") };
    expect((await connectAt(late, "--ca", file("ca.pem", CERTIFICATE))).failure).toMatch(
      /ca.pem has a certificate that was good until Oct 28/,
    );
    expect((await connectAt(late, ...pair, file("key.pem", KEY))).failure).toMatch(
      /c.pem has a certificate that was good until Oct 28/,
    );
    expect(await failure("--client-secret-file", file("empty", " \n"))).toMatch(/empty is empty/);
    expect(await failure("--client-secret-file", "gone.txt")).toMatch(/gone.txt cannot be read/);
    expect(await failure("--client-authentication", "private_key_jwt")).toMatch(
      /needs --private-key/,
    );
    expect(await failure("--client-authentication", "magic")).toMatch(
      /must be one of client_secret/,
    );
    expect(await failure("--resource", "here")).toMatch(/--resource must be a URL/);
    expect((await run("connect", "ins_700001", "--issuer", "https://a.example")).failure).toMatch(
      /--client-id is missing/,
    );
    expect((await run("connect", "ins_1", "--client-id", "me")).failure).toMatch(
      /--issuer is missing/,
    );
    const unknown = ["--issuer", "https://a.example", "--client-id", "me"];
    expect((await run("connect", "ins_109508", ...unknown)).failure).toMatch(
      /there is no ins_109508 of your own/,
    );
    expect(await app.services.store.institutions.connections()).toEqual([]);
    for (const text of [await failure("--private-key", no)]) expect(text).not.toContain("sesame");
  });

  test("a declaration needs the server's key to seal its secrets", async () => {
    const { run, file } = institutionFiles();
    await run("import", file("list.csv", csv("ins_700001,Lantern Bank,US")));
    const options = ["--issuer", "https://bank.example", "--client-id", "me"];
    expect((await run("connect", "ins_700001", ...options)).failure).toMatch(
      /no server has been started/,
    );
  });
});

test("gaps in an issuer's metadata are reported once it is connected", async () => {
  const { run } = await connectable();
  const bank = await startBank({ port: 0, clients: [CLIENT] });
  const connect = () =>
    run("connect", "ins_700001", "--issuer", bank.issuer, "--client-id", CLIENT.id);
  bank.misbehave("metadata-no-pkce");
  expect((await connect()).failure).toMatch(
    /^note: its metadata offers plain; what would be right: support it/,
  );
  await bank.close();
  const { out, failure } = await connect();
  expect(out).toMatch(/^ins_700001 connected to /);
  expect(failure).toMatch(/^note: its metadata cannot be reached \(ECONNREFUSED\)/);
});
