import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

import type { Bank, BankClient, Ledger, MutualTls } from "../../../../demo/bank/server.d.mts";
import { startBank } from "../../../../demo/bank/server.mjs";
import { CLIENT, walkThrough } from "../../../../demo/bank/visit.fixture.ts";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { Connection } from "../../../protocol/link/selection.ts";
import type { LinkProduct } from "../../../protocol/vocabulary.ts";
import { type Browser, browserOf } from "../../../testing/test-app/redirect-app.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { Deviations } from "../../domain/institutions/deviations.ts";
import {
  type Approach,
  declareRegistration,
  FDX_STANDARD,
  type RegistrationDeclaration,
} from "../../domain/institutions/institution-registration.ts";

export const BANK_ID = "ins_700001";

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;
type BankVisit = Parameters<typeof walkThrough>[2] & {
  /** Runs while the user is on the way back. */
  beforeReturn?(): void;
  /** Whether users return in another browser. */
  returnsElsewhere?: boolean;
};

const COUNTRIES = { fdx: "US", uk: "GB", "berlin-group": "DE" } as const;

/** The real app, with its own demo bank connected. */
export const bankApp = async ({
  variables = {},
  declaration = {},
  products = ["auth", "balance", "identity", "transactions", "assets"],
  client = CLIENT,
  mutualTls,
  connects = true,
  consentDays,
  remembersSignIns,
  ledger,
  standard = "fdx",
  approach = "oauth",
  preStep = false,
  rowsInFile,
  version = "v3.1",
  profile,
  openApp = testApp,
}: {
  variables?: Record<string, string>;
  declaration?:
    | Partial<RegistrationDeclaration>
    | ((bank: Bank) => Partial<RegistrationDeclaration>);
  products?: (LinkProduct | "balance")[];
  client?: BankClient;
  mutualTls?: MutualTls;
  /** Whether the bank is connected by the fixture, instead of the test. */
  connects?: boolean;
  consentDays?: number;
  remembersSignIns?: boolean;
  ledger?: Ledger;
  /** The standard of the bank's data API and of the connection. */
  standard?: "fdx" | "uk" | "berlin-group";
  /** The approach of consents at a Berlin Group bank. */
  approach?: Approach;
  /** Whether users first sign in at the bank by OAuth. */
  preStep?: boolean;
  /** The format of the files that hold the transactions at a Berlin Group bank. */
  rowsInFile?: "json" | "camt" | "mt940";
  /** The version of UK Open Banking that the connection reads. */
  version?: string;
  /** The security profile that the bank enforces. */
  profile?: "fapi1" | "fapi2";
  openApp?: (variables: Record<string, string>) => ReturnType<typeof testApp>;
} = {}) => {
  const app = await openApp(variables);
  const { clock, store, vault } = app.services;
  const file = join(app.folder, "demo-bank.json");
  const start = (port: number) =>
    startBank({
      ...{ port, clients: [client], file, clock, mutualTls, consentDays, remembersSignIns },
      ...{ ledger, standard, approach, profile, preStep, rowsInFile },
    });
  let bank = await start(0);
  onTestFinished(() => bank.close());
  const { issuer } = bank;
  const country = COUNTRIES[standard];
  const institution = {
    institutionId: BANK_ID,
    name: "Lantern Bank",
    aliases: [],
    products,
    countryCodes: [country],
    routingNumbers: [],
    oauth: true,
    url: null,
    supported: true,
    logoShape: null,
    color: null,
    addedAt: 0,
  };
  const metadata = {
    institutionId: BANK_ID,
    issuer,
    clientId: CLIENT.id,
    secrets: { clientSecret: CLIENT.secret },
    ...(standard === "uk" && {
      dataUrl: `${profile ? bank.mutualTlsOrigin : issuer}/open-banking/${version}/aisp`,
      standard: { ...FDX_STANDARD, dialect: "uk" },
    }),
    ...(standard === "berlin-group" && {
      dataUrl: `${issuer}/v1`,
      standard: {
        ...{ ...FDX_STANDARD, dialect: standard, approach },
        deviations: Deviations.parse(preStep ? { preStep: "oauth" } : {}),
      },
    }),
    ...(typeof declaration === "function" ? declaration(bank) : declaration),
  };
  await store.institutions.put([institution]);
  if (connects) await store.institutions.connect(declareRegistration(vault, metadata, clock()));
  /** Lets the app notice changed institutions. */
  const notice = async () => {
    app.advanceClock(2000);
    await app.post("/categories/get", {});
  };
  await notice();

  const linkToken = async (fields: object = {}) => {
    const { link_token } = await app.call("/link/token/create", {
      client_name: "Shop",
      language: "en",
      country_codes: [country],
      products: ["auth", "transactions"],
      user: { client_user_id: "user-1" },
      ...fields,
    });
    return String(link_token);
  };
  /** A session whose user has chosen the bank. */
  const open = async (fields: object = {}) => {
    const link = await app.startLink({ token: await linkToken(fields) }, undefined, randomUUID());
    if (!("access_token" in fields))
      await link.bridge("institution/select", { institution_id: BANK_ID });
    // The user first consents where the law requires it.
    if (standard !== "fdx")
      await link.bridge("consent/give", { institution_id: BANK_ID, version: "2026-12" });
    return link;
  };
  /** Sends a session's user to the bank and back; returns the page shown afterwards. */
  const visitBank = async (
    link: Link,
    { beforeReturn = () => undefined, returnsElsewhere = false, ...visit }: BankVisit = {},
    returnPath = "/oauth/return",
  ) => {
    const url = await leave(link);
    const browser = browserOf(app);
    const { location } = await browser.startRedirect(url);
    const first = preStep ? await visitBefore(browser, location, visit.login) : location;
    if (!first.startsWith(issuer)) return { status: 303, location: first, text: "" };
    const parameters = await walkThrough(issuer, first, visit);
    beforeReturn();
    const returning = returnsElsewhere ? browserOf(app) : browser;
    const isFragment = parameters.has("id_token");
    const back = isFragment ? returning.sendFragment : returning.sendCallback;
    return back(Object.fromEntries(parameters), returnPath);
  };
  /** Signs in for the token before a consent; returns the callback's next address. */
  const visitBefore = async (browser: Browser, address: string, login?: string) => {
    const parameters = await walkThrough(issuer, address, login === undefined ? {} : { login });
    return (await browser.sendCallback(Object.fromEntries(parameters), "/oauth/return")).location;
  };
  /** Submits the user's name at the bank; returns the next step's fields, or a refusal's. */
  const submit = async (link: Link, credentials: Record<string, string>) => {
    const body = { institution_id: BANK_ID, credentials };
    const { request_id: _, ...fields } = (await link.bridge("credentials/submit", body)).body;
    return fields;
  };
  /**
   * Continues after the callback: returns the accounts to choose from; without a choice, the
   * connection.
   */
  const goOn = async (link: Link) => {
    const { status, body } = await link.bridge("redirect/return", {});
    const { request_id: _, ...fields } = body;
    if (status !== 200) throw new Error(String(body.error_code));
    return LoginResponse.parse(fields);
  };
  /** Shares all offered accounts. */
  const share = async (link: Link, selection: LoginResponse["selection"]) => {
    const account_ids = selection?.accounts.map(({ id }) => id) ?? [];
    const { body } = await link.bridge("accounts/select", { account_ids });
    const { request_id: _, ...fields } = body;
    return Connection.parse(fields);
  };
  return {
    app,
    issuer,
    mutualTlsDataUrl: () => bank.mutualTlsDataUrl ?? "",
    /** Makes the bank unreachable until it is reopened. The bank keeps its grants. */
    closeBank: () => bank.close(),
    openBank: async () => {
      bank = await start(Number(new URL(issuer).port));
    },
    misbehave: (...faults: string[]) => bank.misbehave(...faults),
    notice,
    open,
    submit,
    visitBank,
    goOn,
    share,
    /** Lets a user sign in and share all accounts; returns the Item's tokens. */
    linkItem: async (fields: object = {}, visit: BankVisit = {}) => {
      const link = await open(fields);
      await visitBank(link, visit);
      const { selection, connection } = await goOn(link);
      const { public_token } = connection ?? (await share(link, selection));
      const tokens = await app.call("/item/public_token/exchange", { public_token });
      return { access_token: String(tokens.access_token), item_id: String(tokens.item_id) };
    },
    /** The ids of the bank's grants that are not revoked. */
    grants: () => grantsIn(file),
    /** The bindings of the bank's access tokens: to a key, to a certificate, or none. */
    bindings: () => readBindings(file),
    /** The consents that this server created at a UK or Berlin Group bank and that still exist. */
    intents: () => intentsIn(file),
  };
};

async function leave(link: Link): Promise<string> {
  const { body } = await link.bridge("credentials/submit", {
    institution_id: BANK_ID,
    credentials: {},
  });
  const { request_id: _, ...fields } = body;
  if ("error_code" in body) throw new Error(JSON.stringify(body));
  const url = LoginResponse.parse(fields).redirect?.url;
  if (url === undefined) throw new Error(`no redirect: ${JSON.stringify(body)}`);
  return url;
}

type Intent = { id: string; permissions: string[]; status: string };

const intentsIn = (file: string): Intent[] =>
  rowsIn<Intent>(file).flatMap(([key, { payload }]) =>
    key.startsWith("Intent:") ? [payload] : [],
  );

function rowsIn<Payload>(file: string) {
  const { rows = [] } = JSON.parse(readFileSync(file, "utf8")) as {
    rows?: [string, { payload: Payload }][];
  };
  return rows;
}

type Bound = { jkt?: string; "x5t#S256"?: string };

const readBindings = (file: string): string[] => [
  ...new Set(
    rowsIn<Bound>(file).flatMap(([key, { payload }]) =>
      key.startsWith("AccessToken:")
        ? [payload.jkt ? "key" : payload["x5t#S256"] ? "certificate" : "neither"]
        : [],
    ),
  ),
];

/** The grants with a valid refresh token. */
function grantsIn(file: string): string[] {
  const rows = rowsIn<{ grantId?: string; consumed?: number }>(file);
  const grants = rows.flatMap(([key, { payload }]) =>
    key.startsWith("RefreshToken:") && payload.consumed === undefined
      ? (payload.grantId ?? [])
      : [],
  );
  return [...new Set(grants)].toSorted();
}
