import { expect, test } from "vitest";
import { AUTHORITY, CLIENT_PAIR, SERVER } from "../../../../demo/bank/certificates.fixture.ts";
import { bankApp } from "./bank-app.fixture.ts";
import { standardOf } from "./fapi1-bank.fixture.ts";
import { CLIENT_NAME, EC_KEY } from "./strict-bank.fixture.ts";

test.each([
  ["private_key_jwt", "hybrid"],
  ["private_key_jwt", "jarm"],
  ["tls_client_auth", "hybrid"],
  ["tls_client_auth", "jarm"],
] as const)(
  "an Item of a bank in the UK is linked, read and ended under FAPI 1: %s, %s",
  async (authentication, response) => {
    const fapi1 = { response };
    const { jwks } = EC_KEY;
    const { app, goOn, grants, intents, linkItem, open, visitBank } = await bankApp({
      standard: "uk",
      profile: "fapi1",
      mutualTls: { ...SERVER, authority: AUTHORITY },
      client:
        authentication === "private_key_jwt"
          ? { ...CLIENT_NAME, fapi1, jwks }
          : { ...CLIENT_NAME, fapi1, jwks, tls: { commonName: "service-link" } },
      declaration: {
        authentication,
        standard: {
          ...standardOf(),
          deviations: { ...standardOf().deviations, authorizationResponse: response },
        },
        secrets: { privateKey: EC_KEY.pem, certificate: CLIENT_PAIR, authorities: AUTHORITY },
      },
    });
    const { access_token } = await linkItem();
    await app.runJobs();
    expect((await app.call("/transactions/sync", { access_token })).added).not.toEqual([]);
    // After an hour the token has expired, and is renewed.
    app.advanceClock(3_600_000);
    expect((await app.call("/accounts/balance/get", { access_token })).accounts).toHaveLength(2);
    // The update mode authorizes the same consent another time.
    const before = intents();
    const link = await open({ access_token, products: undefined });
    await visitBank(link);
    await goOn(link);
    expect(intents().map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    await app.call("/item/remove", { access_token });
    await app.runJobs();
    expect(grants()).toEqual([]);
    expect(intents()).toEqual([]);
    // No code, token or state is in the log.
    expect(app.logged.join()).not.toMatch(/eyJ[\w-]+\.eyJ/);
  },
);
