import { generateKeyPairSync, randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { type PlayedBank, startAggregator } from "../../../../demo/aggregator/server.mjs";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { LoginForm } from "../../../protocol/link/login-form.ts";
import { Connection } from "../../../protocol/link/selection.ts";
import { browserOf } from "../../../testing/test-app/redirect-app.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { DAY_MS, MINUTE_MS } from "../../domain/calendar.ts";
import { refreshAggregator } from "../../domain/connectors/refresh-aggregator.ts";
import {
  type Aggregator,
  makeAggregatorId,
  sealAggregatorKey,
} from "../../domain/institutions/aggregator.ts";

const KEYS = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

/** A bank with one current account, and a single payment on January 10. */
export const plainBank = (more: Partial<PlayedBank> = {}): PlayedBank => ({
  name: "Harbour Bank",
  country: "FI",
  bic: "HARBFIHH",
  accounts: [
    {
      id: "a1",
      holder: "Aino Lehto",
      iban: "FI2112345600000785",
      details: "Everyday",
      opening: 100,
      rows: [
        {
          id: "r1",
          day: "2026-01-10",
          amount: -12.4,
          text: "CORNER CAFE 17",
          party: "Corner Cafe",
        },
      ],
    },
  ],
  ...more,
});

/** The registration of the application at an aggregator that a test opens. */
type Registration = {
  applicationId: string;
  publicKey: string;
  redirectUri: string;
  clock: () => number;
};

/** An aggregator that a test has opened. */
type TestAggregator = {
  address: string;
  signIn(address: string): string;
  close(): Promise<void>;
};

/** The real app with a key at an aggregator on a real socket, whose banks are institutions. */
export const aggregatorApp = ({
  banks = [plainBank()],
  variables = {},
}: {
  banks?: PlayedBank[];
  variables?: Record<string, string>;
} = {}) =>
  appWithAggregator(
    ({ applicationId: id, publicKey, redirectUri, clock }) =>
      startAggregator({
        applications: [{ id, publicKey, environment: "SANDBOX", redirectUrls: [redirectUri] }],
        ...{ banks, clock },
      }),
    banks[0]?.name ?? "",
    variables,
  );

/** Opens an app with an aggregator that the test opens itself. */
export const appWithAggregator = async <Opened extends TestAggregator>(
  open: (registration: Registration) => Promise<Opened>,
  firstName: string,
  variables: Record<string, string> = {},
) => {
  const app = await testApp(variables);
  const { services } = app;
  const { store, vault } = services;
  const applicationId = randomUUID();
  const aggregator = await open({
    ...{ applicationId, publicKey: KEYS.publicKey, clock: services.clock },
    redirectUri: `${services.publicUrl()}/oauth/return`,
  });
  onTestFinished(() => aggregator.close());
  const key = { kind: "enable-banking", address: aggregator.address, applicationId } as const;
  const aggregatorId = makeAggregatorId(key);
  const first: Aggregator = {
    ...key,
    aggregatorId,
    sealedKey: sealAggregatorKey(vault, aggregatorId, KEYS.privateKey),
    ...{ clientId: null, sealedPerson: null, addedAt: 0, refreshedAt: null, problem: null },
  };
  const refresh = async () => {
    await refreshAggregator(services, first);
    await services.reloadInstitutions();
  };
  await refresh();
  const idOf = async (name: string): Promise<string> => {
    const all = await store.institutions.all();
    return all.find((institution) => institution.name === name)?.institutionId ?? "";
  };
  const linkToken = async (fields: object = {}) => {
    const { link_token } = await app.call("/link/token/create", {
      client_name: "Shop",
      language: "en",
      country_codes: ["FI", "DE", "GB"],
      ...(!("access_token" in fields) && { products: ["transactions"] }),
      user: { client_user_id: "user-1" },
      ...fields,
    });
    return String(link_token);
  };
  /** Leaves for the bank in Link; returns the bank's address, and a function that continues. */
  const leave = async (fields: object = {}, bank = firstName) => {
    const institution_id = await idOf(bank);
    const link = await app.startLink({ token: await linkToken(fields) }, undefined, randomUUID());
    if (link.status !== 200) throw new Error(JSON.stringify(link.body));
    const isUpdate = "access_token" in fields;
    const { status: formStatus, body: form } = isUpdate
      ? link
      : await link.bridge("institution/select", { institution_id });
    if (formStatus !== 200)
      return { link, refusal: form, address: "", text: "", comeBack: async () => form };
    const { resume_point, ...rest } = form as { resume_point?: { form?: unknown } };
    const { consent } = LoginForm.pick({ consent: true })
      .loose()
      .parse(resume_point?.form ?? rest);
    if (consent) await link.bridge("consent/give", { institution_id, version: consent.version });
    const { status, body } = await link.bridge("credentials/submit", {
      ...{ institution_id, credentials: {}, via: "popup" },
    });
    if (status !== 200)
      return { link, refusal: body, address: "", text: "", comeBack: async () => body };
    const { request_id: _, ...answer } = body;
    const { redirect } = LoginResponse.parse(answer);
    const browser = browserOf(app);
    const { location: address, text } = await browser.startRedirect(redirect?.url ?? "");
    const comeBack = async (url: string): Promise<Record<string, unknown>> => {
      await browser.sendCallback(Object.fromEntries(new URL(url).searchParams));
      return (await link.bridge("redirect/return", { submission_id: randomUUID() })).body;
    };
    return { link, refusal: null, address, text, comeBack };
  };
  /** Links an Item with all accounts, or renews an Item. */
  const linkItem = async (fields: object = {}, bank?: string) => {
    const { link, address, refusal, comeBack } = await leave(fields, bank);
    if (refusal) throw new Error(JSON.stringify(refusal));
    const { request_id: _, ...body } = await comeBack(aggregator.signIn(address));
    if ("error_code" in body) throw new Error(JSON.stringify(body));
    const { selection, connection } = LoginResponse.parse(body);
    const account_ids = selection?.accounts.map(({ id }) => id) ?? [];
    const shared = connection ?? (await link.bridge("accounts/select", { account_ids })).body;
    const { request_id: __, ...end } = shared as Record<string, unknown>;
    const { public_token } = Connection.parse(end);
    if ("access_token" in fields) return { access_token: String(fields.access_token), item_id: "" };
    const tokens = await app.call("/item/public_token/exchange", { public_token });
    return { access_token: String(tokens.access_token), item_id: String(tokens.item_id) };
  };
  /** Runs the daily pulls of some days. */
  const pull = async (days = 1) => {
    for (let day = 0; day < Math.max(days, 1); day++) {
      // Requests count a little longer than a day.
      if (days > 0) app.advanceClock(DAY_MS + 15 * MINUTE_MS);
      for (let round = 0; round < 3; round++) await app.runJobs();
    }
  };
  /** A reader of /transactions/sync from the first page. */
  const syncReader = ({ access_token }: { access_token: string }) => {
    let cursor = "";
    return async () => {
      const changes = { added: [], modified: [], removed: [] } as Record<
        "added" | "modified" | "removed",
        Record<string, unknown>[]
      >;
      for (let hasMore = true; hasMore; ) {
        const page = await app.call("/transactions/sync", { access_token, cursor });
        for (const name of ["added", "modified", "removed"] as const)
          changes[name].push(...(page[name] as Record<string, unknown>[]));
        cursor = String(page.next_cursor);
        hasMore = page.has_more === true;
      }
      return changes;
    };
  };
  return {
    app,
    aggregator,
    aggregatorId,
    refresh,
    idOf,
    leave,
    linkItem,
    linkToken,
    pull,
    syncReader,
  };
};
