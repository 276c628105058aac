// The work of the doors on the transactions of an Item, in an SQLite file; it shares the event loop with requests.
import { claimGrant, DOORS, makeGrant, readerAccounts } from "../../dist/bench/parts.js";
import { toRows, toTransaction } from "./shapes.mjs";
import { opened, write } from "./store.mjs";

const DAY_MS = 86_400_000;
/** SimpleFIN sends no more days at once. */
const DAYS = 80;
const MAX_ROWS = 32_000;
const ACCOUNTS = 10;
const ADDRESS = "127.0.0.1";
const OPERATOR = { kind: "operator", name: "bench" };

/** How rows are divided among accounts and days, and which are pending. */
const SHAPES = {
  "all equal": () => ({ day: 1, account: 0 }),
  "all different": (at) => ({ day: at % DAYS, account: 0 }),
  "ten accounts": (at) => ({ day: at % DAYS, account: at % ACCOUNTS }),
  "pending and posted": (at) => ({ day: 1, account: 0, pending: at % 2 === 0 }),
};

/** A grant of all accounts of an Item with transactions, and its reader's calls. */
const reader = async (door, shape, count, changes = {}) => {
  const all = await opened();
  const { services, client } = all;
  const item = await all.newItem();
  const accounts = (await services.store.items.accounts(item.itemId)).map(({ account }) => account);
  const rows = toRows("all different", count).map((fields, at) => {
    const { day, account, pending = false } = SHAPES[shape](at);
    const date = new Date(services.clock() - day * DAY_MS).toISOString().slice(0, 10);
    const { account_id } = accounts[account];
    return toTransaction({ ...fields, date }, at, { account_id, pending });
  });
  await write(all, item, rows);
  const { grant, secret } = await makeGrant(
    services,
    {
      ...{ door, name: "Bench", fromDate: null, until: null, ...changes },
      clientId: ["gocardless", "pluggy"].includes(door) ? client.clientId : null,
      accounts: accounts.map(({ account_id }) => ({ itemId: item.itemId, accountId: account_id })),
    },
    OPERATOR,
  );
  return {
    itemId: item.itemId,
    keys: { grantId: grant.grantId, secret },
    call: fetchCall(services, door),
  };
};

/** Calls a path, and reads the complete response like a client. */
const fetchCall =
  (services, door) =>
  async (method, path, more = {}) => {
    // Each call is a separate request.
    await new Promise((resolve) => setImmediate(resolve));
    const [pathname, query] = path.split("?");
    const { routes } = await DOORS[door]();
    const route = routes.find(
      (each) => each.method === method && patternOf(each.path).test(pathname),
    );
    const request = {
      params: { ...patternOf(route.path).exec(pathname).groups },
      query: new URLSearchParams(query),
      authorization: undefined,
      header: () => undefined,
      ...{ body: "", address: ADDRESS, ...more },
    };
    const { status, body } = await route.handle(request, { ...services, charge: () => {} });
    if (status >= 400) throw new Error(`${path}: ${status} ${body}`);
    if (typeof body === "string") return body;
    let text = "";
    for await (const piece of body) text += piece;
    return text;
  };

const patternOf = (path) => new RegExp(`^${path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`);

/** A SimpleFIN reader, whose claim returns the keys. */
const simplefin = async (shape, count) => {
  const { keys, call } = await reader("simplefin", shape, count);
  const { services } = await opened();
  const { grantId, secret } = await claimGrant(services, keys.secret, ADDRESS);
  const authorization = `Basic ${Buffer.from(`${grantId}:${secret}`).toString("base64")}`;
  return () => call("GET", "/simplefin/accounts?pending=1", { authorization });
};

/** An OFX reader, which requests the list of accounts and then each account. */
const ofx = async (shape, count) => {
  const { keys, call } = await reader("ofx", shape, count);
  const ask = (messages) => call("POST", "/ofx", { body: ofxRequest(keys, messages) });
  const list = await ask(
    "<SIGNUPMSGSRQV1><ACCTINFOTRNRQ><TRNUID>1<ACCTINFORQ><DTACCTUP>19700101</ACCTINFORQ></ACCTINFOTRNRQ></SIGNUPMSGSRQV1>",
  );
  const ids = [...list.matchAll(/<ACCTID>([^<]*)<\/ACCTID>/g)].map(([, id]) => id);
  const statements = ids.map(
    (id) =>
      `<STMTTRNRQ><TRNUID>1<STMTRQ><BANKACCTFROM><BANKID>1<ACCTID>${id}<ACCTTYPE>CHECKING</BANKACCTFROM>` +
      "<INCTRAN><INCLUDE>Y</INCTRAN></STMTRQ></STMTTRNRQ>",
  );
  return () => ask(`<BANKMSGSRQV1>${statements.join("")}</BANKMSGSRQV1>`);
};

const ofxRequest = ({ grantId, secret }, messages) =>
  "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nSECURITY:NONE\r\nENCODING:USASCII\r\nCHARSET:1252\r\n" +
  "COMPRESSION:NONE\r\nOLDFILEUID:NONE\r\nNEWFILEUID:NONE\r\n\r\n" +
  `<OFX><SIGNONMSGSRQV1><SONRQ><DTCLIENT>20260101<USERID>${grantId}<USERPASS>${secret}<LANGUAGE>ENG` +
  `<APPID>QWIN<APPVER>2700</SONRQ></SIGNONMSGSRQV1>${messages}</OFX>`;

/** A reader of GoCardless, which reads each account. */
const gocardless = async (shape, count) => {
  const { itemId, keys, call } = await reader("gocardless", shape, count);
  const root = "/gocardless/api/v2";
  const { access } = JSON.parse(
    await call("POST", `${root}/token/new`, {
      body: JSON.stringify({ secret_id: keys.grantId, secret_key: keys.secret }),
      header: () => "application/json",
    }),
  );
  const token = { authorization: `Bearer ${access}` };
  const { services } = await opened();
  const { grant } = await services.store.grants.byId(keys.grantId);
  const accounts = await readerAccounts(services, grant, [itemId]);
  return async () => {
    for (const { readerId } of accounts)
      await call("GET", `${root}/accounts/${readerId}/transactions`, token);
  };
};

/** A Pluggy reader, which reads each account by pages of one of two paths. */
const pluggy = (readAll, changes) => async (shape, count) => {
  const { keys, call } = await reader("pluggy", shape, count, changes);
  const body = JSON.stringify({ clientId: keys.grantId, clientSecret: keys.secret });
  const { apiKey } = JSON.parse(await call("POST", "/pluggy/auth", { body }));
  const get = async (path) =>
    JSON.parse(
      await call("GET", path, { header: (name) => (name === "x-api-key" ? apiKey : undefined) }),
    );
  const [{ id }] = (await get("/pluggy/items")).results;
  const accounts = (await get(`/pluggy/accounts?itemId=${id}`)).results;
  return async () => {
    for (const account of accounts) await readAll(get, account.id);
  };
};

const byPage = async (get, accountId) => {
  for (let page = 1, pages = 1; page <= pages; page++)
    ({ totalPages: pages } = await get(
      `/pluggy/transactions?accountId=${accountId}&pageSize=500&page=${page}`,
    ));
};

const byCursor = async (get, accountId) => {
  let path = `/pluggy/v2/transactions?accountId=${accountId}&pageSize=500`;
  while (path !== null) path = (await get(path)).next;
};

/** The work of the doors. */
export const DOOR_SUBJECTS = [
  { name: "read by SimpleFIN", prepare: simplefin },
  { name: "read by OFX", prepare: ofx },
  { name: "read by GoCardless", prepare: gocardless },
  { name: "read by Pluggy, page by page", prepare: pluggy(byPage) },
  {
    name: "read posted ones by Pluggy, page by page",
    prepare: pluggy(byPage, { pending: "left_out" }),
  },
  { name: "read by Pluggy, by cursor", prepare: pluggy(byCursor) },
].map((subject) => ({
  ...subject,
  isOnLoop: true,
  maxRows: MAX_ROWS,
  shapes: Object.keys(SHAPES),
}));
