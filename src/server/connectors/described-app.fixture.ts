import { randomUUID } from "node:crypto";
import { LoginResponse } from "../../protocol/link/bridge.ts";
import { LoginForm } from "../../protocol/link/login-form.ts";
import { Connection } from "../../protocol/link/selection.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { DAY_MS } from "../domain/calendar.ts";
import {
  type BankDescription,
  hasHoldings,
  listCountries,
} from "../domain/institutions/bank-description.ts";

/** The real app with one institution from a description. */
export const describedApp = async (
  description: BankDescription,
  variables: Record<string, string> = {},
) => {
  const app = await testApp(variables);
  const { institution_id, name } = description;
  const country_codes = listCountries(description);
  const hasNumbers =
    description.protocol === "fints" ||
    (description.protocol === "token" && description.accounts.numbers !== undefined);
  await app.services.store.institutions.put([
    {
      ...{ institutionId: institution_id, name, description, addedAt: 0 },
      products: [
        ...(hasNumbers ? (["auth"] as const) : []),
        "balance",
        "transactions",
        ...(hasHoldings(description) ? (["investments"] as const) : []),
      ],
      countryCodes: country_codes,
      ...{ aliases: [], routingNumbers: [], oauth: false, supported: true },
      ...{ url: null, logoShape: null, color: null },
    },
  ]);
  app.advanceClock(2000);
  await app.post("/categories/get", {});
  const linkToken = async (fields: object = {}) => {
    const { link_token } = await app.call("/link/token/create", {
      client_name: "Shop",
      language: "en",
      country_codes,
      products: ["transactions"],
      user: { client_user_id: "user-1" },
      ...fields,
    });
    return String(link_token);
  };
  type Link = Awaited<ReturnType<typeof app.startLink>>;
  const submitTo = (link: Link) => (credentials: Record<string, string>) =>
    link.bridge("credentials/submit", { institution_id, credentials });
  const open = async (fields: object = {}) => {
    const link = await app.startLink({ token: await linkToken(fields) }, undefined, randomUUID());
    if (link.status !== 200) throw new Error(JSON.stringify(link.body));
    if ("access_token" in fields) return { link, form: link.body, submit: submitTo(link) };
    const { body: form } = await link.bridge("institution/select", { institution_id });
    const { consent } = LoginForm.pick({ consent: true }).partial().loose().parse(form);
    if (consent) await link.bridge("consent/give", { institution_id, version: consent.version });
    return { link, form, submit: submitTo(link) };
  };
  /** Links an Item with all accounts. */
  const linkItem = async (credentials: Record<string, string>, fields: object = {}) => {
    const { link, submit } = await open(fields);
    const { status, body } = await submit(credentials);
    if (status !== 200) throw new Error(JSON.stringify(body));
    const { request_id: _, ...answer } = body;
    const { selection, connection } = LoginResponse.parse(answer);
    const account_ids = selection?.accounts.map(({ id }) => id) ?? [];
    const shared = connection ?? (await link.bridge("accounts/select", { account_ids })).body;
    const { request_id: __, ...end } = shared as Record<string, unknown>;
    const { public_token } = Connection.parse(end);
    const tokens = await app.call("/item/public_token/exchange", { public_token });
    return { access_token: String(tokens.access_token), item_id: String(tokens.item_id) };
  };
  /** Runs the daily pull. */
  const pull = async (days = 1) => {
    app.advanceClock(days * DAY_MS);
    for (let round = 0; round < 3; round++) await app.runJobs();
  };
  return { app, open, linkItem, linkToken, pull };
};
