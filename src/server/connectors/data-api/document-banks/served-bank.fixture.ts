import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { CLIENT } from "../../../../../demo/bank/visit.fixture.ts";
import { LoginResponse } from "../../../../protocol/link/bridge.ts";
import { Connection } from "../../../../protocol/link/selection.ts";
import type { LinkProduct } from "../../../../protocol/vocabulary.ts";
import { browserOf } from "../../../../testing/test-app/redirect-app.ts";
import { testApp } from "../../../../testing/test-app/test-app.ts";
import { Deviations } from "../../../domain/institutions/deviations.ts";
import {
  type Approach,
  declareRegistration,
  FDX_STANDARD,
} from "../../../domain/institutions/institution-registration.ts";
import type { Place, Received } from "./authorization-server.fixture.ts";

const BANK_ID = "ins_700001";

type Bank = {
  dataUrl: string;
  respond(request: Received): Promise<Response>;
  visit(address: string): Record<string, string>;
};

/** The real app, with a bank served at a local port. */
export const servedBank = async <B extends Bank>(
  bankAt: (place: Place) => B,
  {
    dialect,
    approach = "oauth",
    deviations = {},
    products = [],
  }: { dialect: string; approach?: Approach; deviations?: object; products?: LinkProduct[] },
) => {
  const app = await testApp();
  const { clock, store, vault } = app.services;
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const bank = bankAt({ issuer, clock });
  server.on("request", async (request, response) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === "string") headers.set(name, value);
    const answer = await bank.respond({
      ...{ method: request.method ?? "GET", url: new URL(request.url ?? "/", issuer), headers },
      body: await text(request),
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  });
  onTestFinished(() => void server.close());
  await store.institutions.put([
    {
      ...{ institutionId: BANK_ID, name: "Paper Bank", aliases: [], routingNumbers: [] },
      ...{ products: ["auth", "balance", "identity", "transactions", "assets", ...products] },
      ...{ countryCodes: ["GB"], oauth: true, url: null, supported: true, logoShape: null },
      ...{ color: null, addedAt: 0 },
    },
  ]);
  const declaration = {
    ...{ institutionId: BANK_ID, issuer, clientId: CLIENT.id, dataUrl: bank.dataUrl, dpop: false },
    secrets: { clientSecret: CLIENT.secret },
    standard: { ...FDX_STANDARD, dialect, approach, deviations: Deviations.parse(deviations) },
  };
  await store.institutions.connect(declareRegistration(vault, declaration, clock()));
  app.advanceClock(2000);
  await app.post("/categories/get", {});

  const open = async (fields: object = {}) => {
    const { link_token } = await app.call("/link/token/create", {
      ...{ client_name: "Shop", language: "en", country_codes: ["GB"] },
      ...{ products: ["auth", "transactions"], user: { client_user_id: "user-1" } },
      ...fields,
    });
    const link = await app.startLink({ token: String(link_token) }, undefined, randomUUID());
    if (!("access_token" in fields))
      await link.bridge("institution/select", { institution_id: BANK_ID });
    await link.bridge("consent/give", { institution_id: BANK_ID, version: "2026-12" });
    const form = { institution_id: BANK_ID, credentials: {} };
    const { request_id: _, ...answer } = (await link.bridge("credentials/submit", form)).body;
    const { redirect } = LoginResponse.parse(answer);
    const browser = browserOf(app);
    const { location } = await browser.startRedirect(redirect?.url ?? "");
    const { state = new URL(location).searchParams.get("state") ?? "", ...parameters } =
      bank.visit(location);
    await browser.sendCallback({ ...parameters, state }, "/oauth/return");
    const { status, body } = await link.bridge("redirect/return", {});
    if (status !== 200) throw new Error(String(body.error_code));
    const { request_id: __, ...next } = body;
    return { link, ...LoginResponse.parse(next) };
  };
  const accountIds = async (access_token: string) => {
    const { accounts } = await app.call("/accounts/get", { access_token });
    return (accounts as { account_id: string; name: string }[])
      .map(({ account_id, name }) => `${name} ${account_id}`)
      .toSorted();
  };
  return {
    app,
    bank,
    accountIds,
    /** The API's rows of the ten days up to today, by id. */
    rows: async (access_token: string, days = 10) => {
      for (let round = 0; round < 3; round++) await app.runJobs();
      const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);
      const { transactions } = await app.call("/transactions/get", {
        access_token,
        start_date: toDay(clock() - days * 86_400_000),
        end_date: toDay(clock()),
        options: { count: 500 },
      });
      return transactions as {
        transaction_id: string;
        name: string;
        amount: number;
        date: string;
      }[];
    },
    linkItem: async (ofToken: object = {}) => {
      const { link, selection } = await open(ofToken);
      const account_ids = selection?.accounts.map(({ id }) => id) ?? [];
      const { request_id: _, ...fields } = (await link.bridge("accounts/select", { account_ids }))
        .body;
      const { public_token } = Connection.parse(fields);
      const tokens = await app.call("/item/public_token/exchange", { public_token });
      return { access_token: String(tokens.access_token), item_id: String(tokens.item_id) };
    },
    /** Lets the user of an Item sign in again. */
    update: async (access_token: string) => open({ access_token, products: undefined }),
  };
};
