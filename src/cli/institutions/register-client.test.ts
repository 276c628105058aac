import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  AUTHORITY,
  CLIENT_PAIR,
  RENEWED_PAIR,
  SELF_SIGNED_PAIR,
  SERVER,
} from "../../../demo/bank/certificates.fixture.ts";
import { startBank } from "../../../demo/bank/server.mjs";
import { RETURN_ADDRESS } from "../../../demo/bank/visit.fixture.ts";
import { connectTo } from "../../server/connectors/data-api/connected-bank.fixture.ts";
import { FDX_STANDARD } from "../../server/domain/institutions/institution-registration.ts";
import { runCli } from "../run-cli.fixture.ts";

const DIRECTORY = "OpenBanking Ltd";
const KEYS_AT = "https://keystore.example/software-1.jwks";

const signingKey = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, use: "sig", alg: "ES256" };
  return { privateKey, jwk, text: JSON.stringify({ ...(await exportJWK(privateKey)), kid }) };
};

/** A bank that registers software of a directory, and the files of a listed software. */
const directoryBank = async () => {
  const authority = await signingKey("directory-1");
  const software = await signingKey("software-1");
  const softwareKeys = { [KEYS_AT]: { keys: [software.jwk] } };
  const bank = await startBank({
    port: 0,
    clients: [],
    standard: "uk",
    profile: "fapi1",
    mutualTls: { ...SERVER, authority: AUTHORITY },
    directory: { issuer: DIRECTORY, jwks: { keys: [authority.jwk] }, softwareKeys },
  });
  onTestFinished(() => bank.close());
  const folder = mkdtempSync(join(tmpdir(), "service-link-register-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = (text: string) => {
    const path = join(folder, randomUUID());
    writeFileSync(path, text);
    return path;
  };
  const statement = (changes: object = {}, key = authority.privateKey) =>
    new SignJWT({
      iss: DIRECTORY,
      software_id: "software-1",
      software_client_name: "Corner Shop",
      software_jwks_endpoint: KEYS_AT,
      software_redirect_uris: [RETURN_ADDRESS, "https://shop.example/oauth/return"],
      ...changes,
    })
      .setProtectedHeader({ alg: "ES256", kid: "directory-1" })
      .setIssuedAt()
      .sign(key);
  /** Runs the command. The given options precede the default options. */
  const register = async (
    options: Record<string, string | undefined> = {},
    {
      ssa,
      key = software.text,
      pair = CLIENT_PAIR,
    }: { ssa?: string; key?: string; pair?: typeof CLIENT_PAIR } = {},
  ) => {
    const given = {
      issuer: bank.issuer,
      ssa: file(ssa ?? (await statement())),
      "private-key": file(key),
      certificate: file(pair.certificate),
      "certificate-key": file(pair.key),
      ca: file(AUTHORITY),
      ...options,
    };
    const line = Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, value],
    );
    return runCli(["institutions", "register", ...line]);
  };
  /** Connects to the bank as a registered client; a user can sign in then. */
  const connectAs = (
    clientId: string,
    {
      authentication = "private_key_jwt",
      key = software.text,
      pair = CLIENT_PAIR,
    }: {
      authentication?: "private_key_jwt" | "tls_client_auth";
      key?: string;
      pair?: typeof CLIENT_PAIR;
    } = {},
  ) =>
    connectTo(bank.issuer, {
      declaration: {
        clientId,
        authentication,
        dataUrl: `${bank.mutualTlsOrigin}/open-banking/v3.1/aisp`,
        standard: { ...FDX_STANDARD, dialect: "uk", security: "fapi1" },
        secrets: { privateKey: key, certificate: pair, authorities: AUTHORITY },
      },
    });
  return { bank, software, softwareKeys, statement, file, register, connectAs, authority };
};

const clientIdIn = (out: string): string => /client id +(\S+)/.exec(out)?.[1] ?? "";

test.each(["private_key_jwt", "tls_client_auth"] as const)(
  "software registers by its statement, and its users sign in: %s",
  async (authentication) => {
    const { register, connectAs } = await directoryBank();
    const { out, err } = await register({ "client-authentication": authentication });
    expect(err).toBe("");
    expect(out).toContain(`authentication  ${authentication}`);
    expect(out).toContain(`redirect URIs   ${RETURN_ADDRESS}, https://shop.example/oauth/return`);
    const { signIn } = connectAs(clientIdIn(out), { authentication });
    expect((await signIn()).accounts).toHaveLength(4);
  },
);

test("words of the bank stay on their own line of the terminal", async () => {
  const { register, statement } = await directoryBank();
  const hostile = `${RETURN_ADDRESS}#\u001b[31m\nclient id       another`;
  const ssa = await statement({ software_redirect_uris: [hostile] });
  const { out, err } = await register({}, { ssa });
  expect(err).toBe("");
  expect(out.match(/^client id /gm)).toHaveLength(1);
  expect(out).toContain(`${RETURN_ADDRESS}#?[31m?client id       another\n`);
});

test("a renewal takes the statement's keys and addresses, and the next certificate", async () => {
  const { register, connectAs, softwareKeys, software } = await directoryBank();
  const only = { "redirect-uri": "https://shop.example/oauth/return" };
  const clientId = clientIdIn((await register(only)).out);
  await expect(connectAs(clientId).signIn()).rejects.toThrow();
  const next = await signingKey("software-2");
  // During a key rotation, the directory contains both keys.
  softwareKeys[KEYS_AT] = { keys: [software.jwk, next.jwk] };
  const first = await register({ "client-id": clientId }, { pair: RENEWED_PAIR });
  expect(first.err).toBe("");
  expect(first.out).toContain(`renewed at`);
  expect(
    (await connectAs(clientId, { key: next.text, pair: RENEWED_PAIR }).signIn()).accounts,
  ).toHaveLength(4);
  softwareKeys[KEYS_AT] = { keys: [next.jwk] };
  expect((await register({ "client-id": clientId }, { key: next.text })).err).toBe("");
  await expect(connectAs(clientId).signIn()).rejects.toMatchObject({
    code: "INSTITUTION_REGISTRATION_REQUIRED",
  });
  expect((await connectAs(clientId, { key: next.text }).signIn()).accounts).toHaveLength(4);
});

describe("a registration is refused, in the bank's own words", () => {
  test("for a statement of another directory, or of software without keys", async () => {
    const { register, statement } = await directoryBank();
    const other = await signingKey("directory-1");
    const forged = await register({}, { ssa: await statement({}, other.privateKey) });
    expect(forged.err).toContain("does not register it: invalid_software_statement");
    const keyless = await statement({ software_jwks_endpoint: "https://other.example" });
    expect((await register({}, { ssa: keyless })).err).toContain("unapproved_software_statement");
  });

  test("for another key, another bank, another client, and a certificate that it does not know", async () => {
    const { register } = await directoryBank();
    const other = await signingKey("software-1");
    expect((await register({}, { key: other.text })).err).toContain(
      "signature verification failed",
    );
    expect((await register({ audience: "https://other.example" })).err).toContain('"aud"');
    expect((await register({ "client-id": "another" })).err).toContain("does not register it");
    expect((await register({}, { pair: SELF_SIGNED_PAIR })).err).toContain(
      "invalid_client: Show a certificate of the directory in TLS.",
    );
    const byName = { "client-authentication": "tls_client_auth", "subject-dn": "CN=other" };
    expect((await register(byName)).err).toContain("tls_client_auth_subject_dn");
  });
});

test("wrong options are refused before the bank is asked", async () => {
  const { register, statement, file } = await directoryBank();
  const cases: [Record<string, string | undefined>, string][] = [
    [{ issuer: undefined }, "--issuer is missing"],
    [{ issuer: "ftp://bank.example" }, "--issuer must begin with https://"],
    [{ ssa: undefined }, "--ssa is missing"],
    [{ ssa: file("no JWT") }, "is no software statement"],
    [
      { ssa: file(await statement({ software_redirect_uris: undefined })) },
      "is a software statement without software_redirect_uris",
    ],
    [{ "redirect-uri": "https://other.example/" }, "is not in the software statement"],
    [{ "private-key": undefined }, "--private-key is missing"],
    [{ certificate: undefined, "certificate-key": undefined }, "--certificate is missing"],
    [{ "client-authentication": "none" }, "must be private_key_jwt or tls_client_auth"],
    [{ dialect: "nothing" }, "--dialect must be one of"],
  ];
  for (const [options, words] of cases) {
    const { err, out } = await register(options);
    expect(err).toContain(words);
    expect(out).toBe("");
  }
});
