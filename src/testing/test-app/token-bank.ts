import type { InstitutionLogin } from "../../server/domain/connectors/bank-transaction.ts";
import type { Connector } from "../../server/domain/connectors/connector.ts";
import { createDirectory } from "../../server/domain/connectors/directory.ts";
import { Fault } from "../../server/domain/fault.ts";
import { digest } from "../../server/domain/identifiers.ts";
import type { CatalogueInstitution } from "../../server/domain/institutions/institution.ts";
import type { Services } from "../../server/domain/services.ts";
import { bankAccount } from "../bank-data.ts";

const TOKEN_BANK: CatalogueInstitution = {
  institutionId: "ins_800000",
  name: "Token Bank",
  aliases: [],
  products: ["auth", "balance", "identity", "transactions"],
  countryCodes: ["US"],
  routingNumbers: [],
  oauth: true,
  url: "https://bank.example",
  logoShape: "hill",
  color: "#123456",
  health: "HEALTHY",
  healthSince: 0,
  supported: true,
  enabled: true,
  purpose: "login",
  fields: [],
};

const ACCOUNT = bankAccount({
  key: "token-bank-1",
  name: "Checking",
  official_name: null,
  mask: "0001",
  type: "depository",
  subtype: "checking",
  balances: {
    available: 10,
    current: 10,
    limit: null,
    iso_currency_code: "USD",
    unofficial_currency_code: null,
  },
  numbers: { ach: { account: "1111222233330001", routing: "011401533", wire_routing: null } },
});

/**
 * An institution with a rotating token: a token works for one call, which returns the next token.
 * With `redirects` users sign in at the institution's own site, by an authorization code and PKCE.
 */
export const createTokenBank = ({ redirects = false } = {}) => {
  const codes = new Map<string, string>();
  let [token, grantCount, redirectedTo, lastState] = ["", 0, "", ""];
  let isDown = false;
  const issue = () => {
    grantCount += 1;
    token = `token-${grantCount}`;
    return token;
  };
  const call = async (login: InstitutionLogin): Promise<void> => {
    if (login.connectorState !== token) throw new Fault("ITEM_LOGIN_REQUIRED");
    await login.replaceState(issue());
    if (isDown) throw new Fault("INSTITUTION_DOWN");
  };
  const connector: Connector = {
    institutions: () => [TOKEN_BANK],
    start: async (_institutionId, _credentials, { state = "", redirectUri = "" } = {}) => {
      [redirectedTo, lastState] = [redirectUri, state];
      if (!redirects) return { at: "accounts", accounts: [ACCOUNT], connectorState: issue() };
      const verifier = `verifier of ${state}`;
      const query = new URLSearchParams({ state, challenge: digest(verifier) });
      return { at: "redirect", url: `https://bank.example/sign-in?${query}`, progress: verifier };
    },
    redirect: {
      host: async () => null,
      finish: async (_institutionId, _credentials, progress, { code = "", error }) => {
        if (error === "server_error") throw new Error("the institution responds unexpectedly");
        if (error !== undefined) throw new Fault("ACCESS_NOT_GRANTED");
        if (codes.get(code) !== digest(progress)) throw new Fault("INVALID_CREDENTIALS");
        codes.delete(code);
        return { at: "accounts", accounts: [ACCOUNT], connectorState: issue() };
      },
    },
    answer: async () => {
      throw new Fault("INVALID_MFA");
    },
    transactions: async (login) => {
      await call(login);
      return [];
    },
    balances: async (login) => {
      await call(login);
      return [{ key: ACCOUNT.key, balances: { ...ACCOUNT.balances, current: grantCount } }];
    },
    identity: async (login) => {
      await call(login);
      return [{ key: ACCOUNT.key, owners: [] }];
    },
    matchesDeposits: async () => false,
  };
  return {
    institutionId: TOKEN_BANK.institutionId,
    connector,
    /** Signs in the user of a redirect; returns the parameters of the return. */
    signIn: (url: string) => {
      const query = new URL(url).searchParams;
      const code = `code-${codes.size + 1}`;
      codes.set(code, query.get("challenge") ?? "");
      return { state: query.get("state") ?? "", parameters: { code } };
    },
    /** The address to which the users of the last redirect return. */
    redirectUri: () => redirectedTo,
    lastState: () => lastState,
    /** The token that the next call must send. */
    token: () => token,
    /** Makes each later call rotate the token and then fail. */
    breakDown: (down: boolean) => {
      isDown = down;
    },
  };
};

/** Limits an app to the institutions of one connector. */
export const reachOnly = ({ services }: { services: Services }, connector: Connector): void => {
  services.directory = createDirectory([connector]);
};
