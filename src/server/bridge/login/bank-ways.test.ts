import { expect, test } from "vitest";
import { loadIndex } from "../../../link/institution-index.ts";
import { LoginForm } from "../../../protocol/link/login-form.ts";
import { sampleInstitution } from "../../../testing/store-contract/institutions.ts";
import { aggregatorApp } from "../../connectors/enable-banking/aggregator-app.fixture.ts";
import { plainBank as tokenBank } from "../../connectors/token-banks/plain-bank.fixture.ts";
import { changedWays, type WaysChange } from "../../domain/institutions/change-ways.ts";
import { firstView } from "../../http/routes/first-view.ts";

const TOKEN = "ins_700001";

/** An app whose Harbour Bank has an aggregator and a token as ways. */
const setup = async (change: WaysChange = {}, alias: string[] = []) => {
  const aggregators = await aggregatorApp();
  const { app, idOf, linkToken } = aggregators;
  const { institutions } = app.services.store;
  await institutions.put([
    sampleInstitution(TOKEN, {
      ...{ name: "Harbour Bank", aliases: alias, countryCodes: ["FI"], routingNumbers: [] },
      products: ["transactions", "balance"],
      description: {
        ...tokenBank("http://localhost:9"),
        name: "Harbour Bank",
        country_codes: ["FI"],
      },
    }),
  ]);
  const decide = async (next: WaysChange) => {
    await institutions.setWays(changedWays(await institutions.ways(), next));
    await app.services.reloadInstitutions();
  };
  await decide(change);
  const all = await institutions.all();
  const aggregated = all.find(({ aggregated }) => aggregated)?.institutionId ?? "";
  const start = async () => app.startLink({ token: await linkToken({ country_codes: ["FI"] }) });
  const rowsIn = (body: Record<string, unknown>) =>
    (body.institutions as { institution_id: string; name: string }[])
      .filter(({ name }) => name === "Harbour Bank")
      .map(({ institution_id }) => institution_id);
  return { ...aggregators, decide, aggregated, start, rowsIn, idOf };
};

test("a bank that two ways lead to is one row in each list of Link, by the operator's order", async () => {
  const { app, decide, aggregated, start, rowsIn } = await setup({}, ["Satama"]);
  const everywhere = async () => {
    const link = await start();
    const { body } = await link.bridge("institutions/search", { query: "harbour" });
    const { institution_index } = link.body as { institution_index: string };
    const get: typeof fetch = async (url) =>
      new Response((await app.request({ method: "GET", url: String(url) })).body);
    const search = await loadIndex(get, institution_index);
    const document = firstView(
      { clientName: "Shop", product: "transactions", countryCodes: "FI" },
      app.services.directory,
    );
    return {
      first: rowsIn(link.body),
      found: rowsIn(body),
      inFrame: search("harbour").map(({ institution_id }) => institution_id),
      byAlias: search("satama").map(({ institution_id }) => institution_id),
      inDocument: document.body.match(/Harbour Bank/g)?.length,
    };
  };
  const all = (id: string) => ({
    ...{ first: [id], found: [id], inFrame: [id], byAlias: [id], inDocument: 1 },
  });
  expect(await everywhere()).toEqual(all(aggregated));
  await decide({ order: ["token", "aggregator", "connection"] });
  expect(await everywhere()).toEqual(all(TOKEN));
  // The API lists the ids that an application may name.
  const { institutions } = await app.call("/institutions/search", {
    ...{ query: "harbour", country_codes: ["FI"] },
  });
  expect((institutions as object[]).length).toBe(2);
});

test("the first way is taken without a question, and the other one by its own id", async () => {
  const { aggregated, start } = await setup();
  const link = await start();
  for (const [institution_id, fields] of [
    [aggregated, 0],
    [TOKEN, 1],
  ] as const) {
    const { body } = await link.bridge("institution/select", { institution_id });
    expect(body.ways).toBeUndefined();
    expect(body.fields).toHaveLength(fields);
  }
});

test("Link asks for the way once the bank is chosen, a file among them, and takes the one that is chosen", async () => {
  const { aggregated, start } = await setup({ asks: true });
  const link = await start();
  const chosen = await link.bridge("institution/select", { institution_id: aggregated });
  const { request_id: _, ...body } = chosen.body;
  const form = LoginForm.parse(body);
  expect(form).toMatchObject({ fields: [], consent: null });
  expect(form.ways?.map(({ institution_id, label, way }) => [institution_id, label, way])).toEqual([
    [aggregated, "Sign in at Harbour Bank through Enable Banking", true],
    [TOKEN, "Paste a token that you make at Harbour Bank", true],
    [expect.stringMatching(/^ins_\d+$/), expect.any(String), true],
  ]);
  // The user has chosen nothing yet, so a reload leads to the list.
  const early = await link.bridge("credentials/submit", {
    ...{ institution_id: aggregated, credentials: {}, via: "popup" },
  });
  expect(early.status).toBe(400);
  for (const { institution_id } of form.ways ?? []) {
    const answer = await link.bridge("institution/select", { institution_id, way: true });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ institution: { institution_id } });
    expect(answer.body.ways).toBeUndefined();
  }
});

test("a bank that one way alone leads to is asked for no way", async () => {
  const { decide, aggregated, start } = await setup({ asks: true });
  await decide({ part: TOKEN });
  const link = await start();
  const { body } = await link.bridge("institution/select", { institution_id: aggregated });
  expect(body.ways).toBeUndefined();
});
