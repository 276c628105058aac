import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  AUTHORITY,
  CLIENT_PAIR,
  RENEWED_PAIR,
  SELF_SIGNED_PAIR,
  SERVER,
} from "../../../../demo/bank/certificates.fixture.ts";
import type { BankClient } from "../../../../demo/bank/server.d.mts";
import { CLIENT } from "../../../../demo/bank/visit.fixture.ts";
import { runCli } from "../../../cli/run-cli.fixture.ts";
import { openLogin } from "../../domain/connectors/open-login.ts";
import { BANK_ID, bankApp } from "./bank-app.fixture.ts";
import { parseGrant } from "./grant.ts";

const HOUR = 3_600_000;
const { id, name, redirectUris } = CLIENT;

const BY_NAME: BankClient = { id, name, redirectUris, tls: { commonName: "service-link" } };

/** A bank that requires a client certificate, and the command that connects it. */
const tlsBank = async (client = BY_NAME) => {
  const mutualTls = { ...SERVER, authority: AUTHORITY };
  const setup = await bankApp({ client, mutualTls, connects: false });
  const { app } = setup;
  const file = (fileName: string, text: string) => {
    writeFileSync(join(app.folder, fileName), text);
    return join(app.folder, fileName);
  };
  const connect = async (pair: typeof CLIENT_PAIR | null, ...options: string[]) => {
    const tls = pair
      ? [
          ...["--certificate", file("client.pem", pair.certificate)],
          ...["--certificate-key", file("client.key", pair.key)],
        ]
      : [];
    const { err } = await runCli(
      [
        ...["institutions", "connect", BANK_ID, "--data", app.folder, "--client-id", id],
        ...["--issuer", setup.issuer, "--data-url", setup.mutualTlsDataUrl(), ...tls, ...options],
      ],
      { clock: app.services.clock },
    );
    expect(err).toBe("");
    await setup.notice();
  };
  const balances = async (access_token: string) =>
    (await app.post("/accounts/balance/get", { ...app.credentials, access_token })).status;
  const grant = async (itemId: string) => {
    const item = await app.services.store.items.byItemId(itemId);
    const grant = item && parseGrant(await openLogin(app.services, item));
    if (!grant) throw new Error("the Item has a grant");
    return grant;
  };
  return { ...setup, connect, balances, grant, ca: ["--ca", file("ca.pem", AUTHORITY)] };
};

test.each([
  ["tls_client_auth", BY_NAME, CLIENT_PAIR],
  [
    "self_signed_tls_client_auth",
    { ...BY_NAME, tls: { certificate: SELF_SIGNED_PAIR.certificate } },
    SELF_SIGNED_PAIR,
  ],
])(
  "a bank with mutual TLS is connected by %s, from its sign-in to its data and to the end",
  async (method, client, pair) => {
    const setup = await tlsBank(client);
    const { app, balances, ca, connect, grant, grants, linkItem } = setup;
    await connect(pair, ...ca, "--client-authentication", method);
    const { access_token, item_id } = await linkItem();
    const first = await grant(item_id);
    // Bound to the certificate, and so to no key.
    expect(first.dpopKey).toBeNull();
    await app.runJobs();
    const { added } = await app.call("/transactions/sync", { access_token });
    expect(added).not.toEqual([]);
    app.advanceClock(HOUR);
    expect(await balances(access_token)).toBe(200);
    expect((await grant(item_id)).refreshToken).not.toBe(first.refreshToken);
    await app.call("/item/remove", { access_token });
    await app.runJobs();
    expect(grants()).toEqual([]);
  },
);

test("a token bound to a certificate is invalid without it", async () => {
  const { ca, connect, grant, issuer, linkItem } = await tlsBank();
  await connect(CLIENT_PAIR, ...ca);
  const { accessToken } = await grant((await linkItem()).item_id);
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await fetch(`${issuer}/fdx/v6/accounts`, { headers })).status).toBe(401);
});

test("an Item goes on with the client's next certificate", async () => {
  const { app, balances, ca, connect, linkItem } = await tlsBank();
  await connect(CLIENT_PAIR, ...ca);
  const { access_token } = await linkItem();
  await app.runJobs();
  await connect(RENEWED_PAIR, ...ca);
  expect(await balances(access_token)).toBe(200);
});

test("a certificate of the bank that is not trusted is named in the log, and a client without its own is refused", async () => {
  const { app, ca, connect, open } = await tlsBank();
  const refusal = async () => {
    const link = await open();
    const { body } = await link.bridge("credentials/submit", {
      institution_id: BANK_ID,
      credentials: {},
    });
    return body.error_code;
  };
  await connect(CLIENT_PAIR);
  expect(await refusal()).toBe("INSTITUTION_NOT_RESPONDING");
  expect(app.logged.join()).toContain("self-signed certificate in certificate chain");
  await connect(SELF_SIGNED_PAIR, ...ca);
  expect(await refusal()).toBe("INSTITUTION_REGISTRATION_REQUIRED");
  await connect(null, ...ca, "--client-authentication", "none");
  expect(await refusal()).toBe("INSTITUTION_REGISTRATION_REQUIRED");
});
