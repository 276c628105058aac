import { expect, test } from "vitest";
import { AUTHORITY, CLIENT_PAIR, SERVER } from "../../../../demo/bank/certificates.fixture.ts";
import { FDX_STANDARD } from "../../domain/institutions/institution-registration.ts";
import { bankApp } from "./bank-app.fixture.ts";
import { CLIENT_NAME, EC_KEY, ED_KEY, RSA_KEY } from "./strict-bank.fixture.ts";

const KEYS = { ES256: EC_KEY, PS256: RSA_KEY, EdDSA: ED_KEY };
const TLS = { certificate: CLIENT_PAIR, authorities: AUTHORITY };

test.each([
  ["private_key_jwt", "key", "ES256"],
  ["private_key_jwt", "key", "PS256"],
  ["private_key_jwt", "key", "EdDSA"],
  ["private_key_jwt", "certificate", "ES256"],
  ["private_key_jwt", "certificate", "EdDSA"],
  ["tls_client_auth", "key", "ES256"],
  ["tls_client_auth", "certificate", "ES256"],
] as const)(
  "an Item is linked, read and ended under FAPI 2: %s, tokens bound to a %s, %s",
  async (authentication, bound, algorithm) => {
    const { pem, jwks } = KEYS[algorithm];
    const isByKey = authentication === "private_key_jwt";
    const boundToCertificate = bound === "certificate";
    const { app, bindings, goOn, grants, linkItem, open, visitBank } = await bankApp({
      profile: "fapi2",
      mutualTls: { ...SERVER, authority: AUTHORITY },
      client: isByKey
        ? { ...CLIENT_NAME, jwks, boundToCertificate }
        : { ...CLIENT_NAME, tls: { commonName: "service-link" }, boundToCertificate },
      declaration: ({ mutualTlsDataUrl }) => ({
        authentication,
        standard: { ...FDX_STANDARD, security: "fapi2" },
        secrets: {
          ...(isByKey && { privateKey: pem }),
          ...(!(isByKey && bound === "key") && TLS),
        },
        // A client with a certificate still declares key-bound tokens.
        ...(bound === "key"
          ? { dpop: true }
          : mutualTlsDataUrl !== null && { dataUrl: mutualTlsDataUrl }),
      }),
    });
    const { access_token } = await linkItem();
    await app.runJobs();
    expect((await app.call("/transactions/sync", { access_token })).added).not.toEqual([]);
    // After an hour the token has expired, and is renewed.
    app.advanceClock(3_600_000);
    expect((await app.call("/accounts/balance/get", { access_token })).accounts).toHaveLength(2);
    const link = await open({ access_token, products: undefined });
    await visitBank(link);
    await goOn(link);
    expect(bindings()).toEqual([bound]);
    await app.call("/item/remove", { access_token });
    await app.runJobs();
    expect(grants()).toEqual([]);
    // No code, token or state is in the log.
    expect(app.logged.join()).not.toMatch(/eyJ[\w-]+\.eyJ/);
  },
);
