import { randomUUID } from "node:crypto";
import { LoginResponse, type RedirectVia } from "../../protocol/link/bridge.ts";
import { Connection } from "../../protocol/link/selection.ts";
import { type Browser, browserOf, type Link } from "./redirect-app.ts";
import { testApp } from "./test-app.ts";

/** The sandbox institution whose site the server hosts. */
export const OAUTH_BANK = "ins_127287";

export const SITE = "/sandbox/oauth/authorize";

type Fields = Record<string, string | readonly string[]>;

/** An app with a browser for the site of the sandbox's bank. */
export const sandboxBankApp = async (variables: Record<string, string> = {}) => {
  const app = await testApp(variables);

  /** Opens the institution's site in a browser. Returns its pages and forms. */
  const visit = async (link: Link, browser: Browser = browserOf(app), via?: RedirectVia) => {
    const submission = { institution_id: OAUTH_BANK, credentials: {}, ...(via && { via }) };
    const { status, body } = await link.bridge("credentials/submit", submission);
    const { request_id: _, ...fields } = body;
    if (status !== 200) throw new Error(`no redirect: ${JSON.stringify(body)}`);
    const { redirect } = LoginResponse.parse(fields);
    const { location } = await browser.startRedirect(redirect?.url ?? "");
    const state = new URL(location).searchParams.get("state") ?? "";
    const open = (by = browser) => by.get(location, NAVIGATION);
    /** Submits the open page's form with these fields. */
    const send = async (fields: Fields, headers: Record<string, string> = {}, by = browser) =>
      by.post(SITE, formText({ ...secretsIn((await open(by)).text), ...fields }), headers);
    const act = async (action: string, fields: Fields = {}) => send({ action, ...fields });
    return {
      link,
      browser,
      location,
      state,
      open,
      send,
      act,
      signIn: (username: string, password: string, action = "sign-in") =>
        act(action, { username, password }),
      /** Follows the redirect back, and continues the login in Link. */
      sendCallback: async (answer: Awaited<ReturnType<typeof act>>) => {
        const page = await browser.get(answer.location, NAVIGATION);
        return { page, ...(await goOn(link)) };
      },
    };
  };
  const goOn = (link: Link) => link.bridge("redirect/return", { submission_id: randomUUID() });
  /** Starts a session whose user has to visit the bank. */
  const atBank = async (config: Record<string, unknown> = {}) => {
    const link = await app.startLink(config);
    const { status, body } = await link.bridge("institution/select", {
      institution_id: OAUTH_BANK,
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return link;
  };
  /** Shares all accounts that a login in Link offers. Returns the Item's access token. */
  const shareAll = async (link: Link, body: Record<string, unknown>) => {
    const { request_id: _, ...fields } = body;
    const { selection } = LoginResponse.parse(fields);
    const account_ids = selection?.accounts.map(({ id }) => id) ?? [];
    const answer = await link.bridge("accounts/select", { account_ids });
    const { request_id: __, ...connection } = answer.body;
    const { public_token } = Connection.parse(connection);
    const exchange = await app.call("/item/public_token/exchange", { public_token });
    return { access_token: String(exchange.access_token), item_id: String(exchange.item_id) };
  };
  /** Starts a session in update mode of an Item. */
  const update = async (access_token: string) => {
    const { public_token } = await app.call("/item/public_token/create", { access_token });
    return app.startLink({ token: public_token });
  };
  return {
    app,
    visit,
    atBank,
    goOn,
    shareAll,
    update,
    /** Signs in at the bank and shares all; returns the access token. */
    connect: async (username = "user_good", password = "pass_good") => {
      const visitor = await visit(await atBank());
      const { body } = await visitor.sendCallback(await visitor.signIn(username, password));
      return shareAll(visitor.link, body);
    },
    newBrowser: () => browserOf(app),
  };
};

const NAVIGATION = { "sec-fetch-dest": "document", "sec-fetch-site": "same-origin" };

/** Returns the hidden fields of a page's form. */
export const secretsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );

function formText(fields: Fields): string {
  const form = new URLSearchParams();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value);
  return form.toString();
}
