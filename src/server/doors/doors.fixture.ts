import { Account } from "../../protocol/account.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { DOOR_NAMES, type DoorName } from "../domain/grants/grant.ts";
import type { GrantRequest } from "../domain/grants/make-grant.ts";
import { makeGrant } from "../domain/grants/make-grant.ts";
import { setupToken } from "../domain/grants/setup-token.ts";

type App = Awaited<ReturnType<typeof testApp>>;

/** An app with all doors open. */
export const appWithDoors = (
  variables: Record<string, string> = {},
  atEnd?: (close: () => Promise<void>) => void,
  folder?: string,
) => testApp({ DOORS: DOOR_NAMES.join(","), ...variables }, folder, atEnd);

/** Links an Item with transactions; returns its tokens and its accounts. */
export const linkWithTransactions = async (
  app: App,
  institution = "ins_109508",
  {
    products = ["transactions"],
    ...options
  }: {
    override_username?: string;
    override_password?: string;
    products?: string[];
  } = {},
) => {
  const tokens = await app.link(institution, products, options);
  await app.runJobs();
  const { accounts } = await app.call("/accounts/get", { access_token: tokens.access_token });
  const username = options.override_username ?? "user_good";
  return { ...tokens, institution, username, accounts: Account.array().parse(accounts) };
};

/** A person with a credit card. */
export const CARD_HOLDER = {
  override_username: "user_custom",
  override_password: JSON.stringify({
    override_accounts: [
      { type: "depository", subtype: "checking", starting_balance: 250.5 },
      { type: "credit", subtype: "credit card", starting_balance: 99.1, meta: { limit: 500 } },
    ],
  }),
};

/** A person with a brokerage account and a pension, who has consented to investments. */
export const INVESTOR = {
  override_username: "user_yuppie",
  products: ["transactions", "investments"],
};

/** Creates a grant of accounts of one Item or all. */
export const grantTo = (
  app: App,
  item: { item_id: string; accounts: readonly { account_id: string }[] },
  changes: Partial<GrantRequest> = {},
) =>
  makeGrant(
    app.services,
    {
      door: "simplefin",
      clientId: null,
      name: "Ledger",
      accounts: item.accounts.map(({ account_id }) => ({
        itemId: item.item_id,
        accountId: account_id,
      })),
      fromDate: null,
      until: null,
      ...changes,
    },
    { kind: "operator", name: "test" },
  );

/** Creates an application's grant under the app's client, without accounts. */
export const appGrant = (
  app: App,
  door: DoorName,
  changes: Partial<GrantRequest> = {},
): ReturnType<typeof makeGrant> =>
  grantTo(app, { item_id: "", accounts: [] }, { door, clientId: app.keys.client_id, ...changes });

/** Connects or renews an Item at a hosted link's address, as a user does. */
export const linkAt = async (
  app: App,
  url: string,
  {
    institution = "ins_109508",
    username = "user_good",
    password = "pass_good",
    renew = false,
  } = {},
) => {
  const secret = new URL(url).hash.slice(1);
  const { body: page } = await app.post("/bridge/hosted/open", { secret });
  const link = await app.startLink({ token: page.link_token });
  // A link that opens at an institution refuses this call.
  await link.bridge("institution/select", { institution_id: institution });
  const login = await link.bridge("credentials/submit", {
    institution_id: institution,
    credentials: { username, password },
  });
  const offered = Object(login.body.selection).accounts ?? [];
  const result = renew
    ? await link.bridge("item/renew", {})
    : await link.bridge("accounts/select", {
        account_ids: offered.map(({ id }: { id: string }) => id),
      });
  return { page, link, login, result };
};

/** Reads a path with the credentials in the address as Basic credentials, as readers do. */
export const readUrl = async (app: App, address: string, path = "/accounts", query = "") => {
  const { username, password, pathname } = new URL(address);
  const { statusCode, headers, body } = await app.request({
    method: "GET",
    url: `${pathname}${path}${query}`,
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
    },
  });
  return { status: statusCode, headers, text: body, json: () => JSON.parse(body) };
};

/** Claims a grant's token, as a SimpleFIN reader does; returns the response. */
export const claim = (app: App, claimToken: string) => {
  const address = Buffer.from(setupToken(app.services.publicUrl(), claimToken), "base64");
  return app.request({ method: "POST", url: new URL(String(address)).pathname });
};

/** A request in OFX, with its messages. */
export const ofxRequest = ({
  user,
  password,
  messages,
  version,
}: {
  user: string;
  password: string;
  messages: string;
  version: number;
}): string => {
  const header =
    version < 200
      ? `OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:${version}\r\nSECURITY:NONE\r\nENCODING:USASCII\r\n\r\n`
      : `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="${version}" SECURITY="NONE"?>`;
  const signOn = `<SONRQ><DTCLIENT>20260115<USERID>${user}<USERPASS>${password}<LANGUAGE>ENG<FI><ORG>Ledger &amp; Co<FID>7</FI><APPID>QWIN<APPVER>2700</SONRQ>`;
  return `${header}<OFX><SIGNONMSGSRQV1>${signOn}</SIGNONMSGSRQV1>${messages}</OFX>`;
};
