import { finishLink } from "../../../testing/test-app/finish-link.ts";
import type { testApp } from "../../../testing/test-app/test-app.ts";

/** Two sandbox banks where a test user may have the same account. */
export const HOME = { id: "ins_941001", name: "Dachsbau Bank" };
export const OTHER = { id: "ins_941003", name: "Eulenspree Bank" };

export const IBAN = "DE89370400440532013000";

type App = Pick<Awaited<ReturnType<typeof testApp>>, "call" | "startLink">;
export type Custom = Record<string, unknown>;

/** A test user's account with a number from the test. */
export const account = (iban: string | null, changes: Custom = {}): Custom => ({
  ...{ type: "depository", subtype: "checking", starting_balance: 12.5, currency: "EUR" },
  ...(iban !== null && { numbers: { international_iban: iban } }),
  ...changes,
});

type Link = Awaited<ReturnType<App["startLink"]>>;

/** Opens the form of an institution, or of an update, and gives the required consent. */
export const openForm = async (link: Link, institution_id: string) => {
  const { form = (await link.bridge("institution/select", { institution_id })).body } = Object(
    link.body.resume_point,
  );
  const version = Object(form.consent).version;
  if (version) await link.bridge("consent/give", { institution_id, version });
};

type Options = { customer?: string; accounts?: Custom[]; token?: object };

/** A customer's session that has signed in at a bank. */
export const signIn = async (
  app: App,
  { id }: { id: string },
  { customer = "ann", accounts = [account(IBAN)], token = {} }: Options = {},
) => {
  const { link_token } = await app.call("/link/token/create", {
    ...{ client_name: "Shop", language: "en", country_codes: ["DE"], products: ["transactions"] },
    user: { client_user_id: customer },
    ...token,
  });
  const link = await app.startLink({ token: link_token });
  await openForm(link, id);
  const credentials = {
    username: "user_custom",
    password: JSON.stringify({ override_accounts: accounts }),
  };
  const { body } = await link.bridge("credentials/submit", { institution_id: id, credentials });
  if (body.error_code) throw new Error(JSON.stringify(body));
  const offered: Custom[] = Object(body.selection).accounts ?? [];
  return { link, body, linked: offered.map((one) => one.linked) };
};

/** Links a customer's account at a bank; returns its access token. */
export const connect = async (app: App, bank: { id: string }, options: Options = {}) => {
  const { link, body } = await signIn(app, bank, options);
  return finishLink(app, link, body);
};

/** The persistent ids of an Item's accounts. */
export const idsOf = async (app: App, access_token: string): Promise<unknown[]> => {
  const { accounts } = await app.call("/accounts/get", { access_token });
  return (accounts as Custom[]).map((one) => one.persistent_account_id);
};
