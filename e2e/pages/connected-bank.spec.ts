import { generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { AUTHORITY, CLIENT_PAIR, SERVER } from "../../demo/bank/certificates.fixture.ts";
import { startBank } from "../../demo/bank/server.mjs";
import { ask, call, exchange, linkToken } from "../support/api.ts";
import { shareAll } from "../support/bank.ts";
import { command, dataFolder, type Running, serve } from "../support/server.ts";
import { expect, test } from "../support/test.ts";
import { openWebview } from "../support/webview.ts";

const INSTITUTION_ID = "ins_700001";
const SECRET = "a-secret-of-thirty-two-characters";

const pemOf = (key: KeyObject) => key.export({ format: "pem", type: "pkcs8" }).toString();

/**
 * A production server with an institution that its operator connected, by FAPI 1 for hybrid
 * responses.
 */
const serverWithBank = async (response?: "hybrid") => {
  const { folder, remove } = dataFolder();
  const variables = {
    SERVICE_ENV: "production",
    SERVICE_LINK_MASTER_KEY: randomBytes(32).toString("hex"),
    SERVICE_LINK_CLIENT_ID: "the-client",
    SERVICE_LINK_SECRET: "the-secret-of-the-client",
    SERVICE_LINK_PUBLIC_KEY: "the-public-key",
    RATE_LIMITS: "off",
  };
  const cli = (...line: string[]) => command(folder, line, variables);
  // Another server process sees the connection up to a second later than the handling process.
  const running = await serve(folder, 0, variables, ["--processes", "1"]);
  const server = { ...running, clientId: "the-client", secret: "the-secret-of-the-client" };
  const redirectUris = [`${server.api}/oauth/return`];
  const client = { id: "service-link", name: "Corner Shop", redirectUris };
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwks = { keys: [{ ...publicKey.export({ format: "jwk" }), use: "sig", alg: "ES256" }] };
  const bank = await startBank({
    port: 0,
    ...(response
      ? {
          clients: [{ ...client, jwks, fapi1: { response } }],
          mutualTls: { ...SERVER, authority: AUTHORITY },
          profile: "fapi1",
        }
      : { clients: [{ ...client, secret: SECRET }] }),
  });
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const rows = "institution_id,name,country_codes\nins_700001,Lantern Bank,US\n";
  await cli("institutions", "import", file("banks.csv", rows));
  const secrets = response
    ? [
        ...["--security", "fapi1", "--data-url", String(bank.mutualTlsDataUrl)],
        ...["--ca", file("ca.pem", AUTHORITY)],
        ...["--private-key", file("key.pem", pemOf(privateKey))],
        ...["--certificate", file("tls.pem", CLIENT_PAIR.certificate)],
        ...["--certificate-key", file("tls.key", CLIENT_PAIR.key)],
      ]
    : ["--client-secret-file", file("secret", SECRET)];
  const connection = ["--issuer", bank.issuer, "--client-id", client.id];
  await cli("institutions", "connect", INSTITUTION_ID, ...connection, ...secrets);
  // A running server sees the connection within a second.
  const query = { institution_id: INSTITUTION_ID, country_codes: ["US"] };
  const isOauth = async () =>
    Object((await ask(server, "/institutions/get_by_id", query)).answer.institution).oauth;
  await expect.poll(isOauth).toBe(true);
  return {
    server,
    cli,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await bank.close();
      remove();
    },
  };
};

/**
 * Signs in at the bank and returns like a user, with Link as the whole page. Returns the public
 * token.
 */
const linkInBrowser = async (page: Page, server: Running): Promise<unknown> => {
  const token = await linkToken(server, { products: ["auth"] });
  const messages = await openWebview(page, `${server.api}/link.html?isWebview=true&token=${token}`);
  await page.getByTestId("institution-search").fill("Lantern");
  await page.getByTestId(`institution-${INSTITUTION_ID}`).click();
  await page.getByTestId("oauth").click();
  await shareAll(page);
  await page.getByTestId("submit").click();
  await page.getByTestId("finish").click();
  await expect.poll(() => messages().at(-1)?.type).toBe("connected");
  return messages().at(-1)?.public_token;
};

test("a user comes back from a bank with hybrid responses, whose code is in no address of ours", async ({
  page,
}) => {
  await using at = await serverWithBank("hybrid");
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const { accessToken } = await exchange(at.server, await linkInBrowser(page, at.server));
  const { answer } = await ask(at.server, "/accounts/get", { access_token: accessToken });
  expect(answer.accounts).toHaveLength(2);
  const returns = addresses.filter((address) =>
    address.startsWith(`${at.server.api}/oauth/return`),
  );
  expect(returns.length).toBeGreaterThan(0);
  expect(returns.filter((address) => /[?]/.test(address))).toEqual([]);
});

test("in Production calls are metered, and `usage` shows the bill", async ({ page }) => {
  await using at = await serverWithBank();
  const { server, cli } = at;
  const { accessToken } = await exchange(server, await linkInBrowser(page, server));
  for (let n = 0; n < 3; n++) await call(server, "/auth/get", { access_token: accessToken });
  await expect.poll(() => cli("usage", "--csv")).toMatch(/,the-client,auth,1,3/);
});
