import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { samples } from "../../testing/property-samples.ts";
import type { DoorName } from "../domain/grants/grant.ts";
import { endGrant } from "../domain/grants/make-grant.ts";
import { readerAccounts } from "../domain/grants/reader-account.ts";
import { opaqueId } from "../domain/identifiers.ts";
import { appWithDoors, claim, grantTo, linkWithTransactions, ofxRequest } from "./doors.fixture.ts";
import { reader } from "./gocardless/reader.fixture.ts";
import { DOORS } from "./index.ts";
import { callPluggy, listRefs, pluggyGrant, signIn, sweepAll } from "./pluggy/pluggy.fixture.ts";

/** Each call reads 90 days, so few runs suffice to see that the test works. */
const RUNS = samples(10_000) < 10_000 ? 200 : 10_000;

const OPERATOR = { kind: "operator", name: "test" } as const;

/**
 * A reader's keys, and all account and transaction ids that the reader may see. A token has no
 * user.
 */
type Reader = {
  door: DoorName;
  grantId: string;
  user: string;
  password: string;
  own: ReadonlySet<string>;
  isOver: boolean;
};

let atEnd: (() => Promise<void>)[] = [];
let readers: Reader[] = [];
/** The ids of Items and accounts in paths. */
const inPaths = new Set<string>();
const secrets: string[] = [];
let app: Awaited<ReturnType<typeof appWithDoors>>;

/** Every id in a response. */
const idsIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /"(?:id|conn_id|itemId|accountId|resourceId|(?:internalT|t)ransactionId)":"([^"]+)"|<(?:ACCTID|FITID)>([^<]+)</g,
    ),
  ].map(([, id, other = ""]) => id ?? other);

/** The OFX messages that request all accounts, and the statements of some. */
const messagesOf = (accounts: readonly string[]): string =>
  "<SIGNUPMSGSRQV1><ACCTINFOTRNRQ><TRNUID>1<ACCTINFORQ></ACCTINFORQ></ACCTINFOTRNRQ></SIGNUPMSGSRQV1><BANKMSGSRQV1>" +
  accounts
    .map(
      (id) =>
        `<STMTTRNRQ><TRNUID>2<STMTRQ><BANKACCTFROM><ACCTID>${id}</BANKACCTFROM><INCTRAN><DTSTART>20251201<INCLUDE>Y</INCTRAN></STMTRQ></STMTTRNRQ>`,
    )
    .join("") +
  "</BANKMSGSRQV1>";

beforeAll(async () => {
  app = await appWithDoors({}, (close) => void atEnd.push(close));
  readers = [];
  const people = [
    await linkWithTransactions(app, "ins_109508"),
    await linkWithTransactions(app, "ins_43"),
    await linkWithTransactions(app, "ins_116834", { override_username: "user_bank_income" }),
  ];
  const read = async (user: string, password: string) =>
    (
      await app.request({
        method: "GET",
        url: "/simplefin/accounts?pending=1&version=2",
        headers: { authorization: basic(user, password) },
      })
    ).body;
  for (const { item_id, accounts } of people)
    for (const shared of [accounts, accounts.slice(0, 1)]) {
      const { secret: claimToken, grant } = await grantTo(app, { item_id, accounts: shared });
      const { username, password } = new URL((await claim(app, claimToken)).body);
      const own = await ownIds(item_id, shared, idsIn(await read(username, password)));
      readers.push({
        door: "simplefin",
        grantId: username,
        user: username,
        password,
        own,
        isOver: false,
      });
      secrets.push(claimToken, grant.grantId);
      readers.push(await ofxReader(item_id, shared));
      readers.push(await pluggyReader(item_id, shared));
      readers.push(await gocardlessReader(item_id, shared));
    }
  // The last grant of each door has ended, and one token was never claimed.
  readers = await Promise.all(
    readers.map(async (reader, at) => {
      if (at < readers.length - 4) return reader;
      await endGrant(app.services, reader.grantId, OPERATOR);
      return { ...reader, isOver: true };
    }),
  );
  const [first] = people;
  if (first) secrets.push((await grantTo(app, first)).secret);
  return async () => {
    for (const close of atEnd) await close();
    atEnd = [];
  };
}, 300_000);

type Accounts = Parameters<typeof grantTo>[1]["accounts"];

/**
 * The ids that a grant of accounts shows: the read ids, except for other accounts' transactions in
 * the store.
 */
const ownIds = async (
  itemId: string,
  accounts: Accounts,
  read: readonly string[],
): Promise<ReadonlySet<string>> => {
  const days = { from: "1970-01-01", to: "2030-01-01" };
  const stored = await app.services.store.transactions.inPeriod(itemId, days);
  const listIds = (isOwn: boolean) =>
    stored
      .filter(
        (transaction) =>
          accounts.some(({ account_id }) => account_id === transaction.account_id) === isOwn,
      )
      .flatMap((transaction) => [
        transaction.transaction_id,
        transaction.pending_transaction_id ?? transaction.transaction_id,
      ]);
  const others = new Set(listIds(false));
  expect(read.filter((id) => others.has(id))).toEqual([]);
  return new Set([...read, ...listIds(true)]);
};

/** A reader by OFX, with the ids that it reads. */
const ofxReader = async (item_id: string, accounts: Accounts) => {
  const { secret, grant } = await grantTo(app, { item_id, accounts }, { door: "ofx" });
  const keys = { user: grant.grantId, password: secret };
  const read = async (ids: readonly string[]) => {
    const payload = ofxRequest({ ...keys, messages: messagesOf(ids), version: 102 });
    return idsIn((await app.request({ method: "POST", url: "/ofx", payload })).body);
  };
  const own = await ownIds(item_id, accounts, await read(await read([])));
  return { door: "ofx" as const, grantId: grant.grantId, ...keys, own, isOver: false };
};

/** A reader by Pluggy, with the ids that it reads. */
const pluggyReader = async (item_id: string, accounts: Accounts) => {
  const { grant, keys } = await pluggyGrant(app, listRefs({ item_id, accounts }));
  const apiKey = await signIn(app, keys);
  const get = async (path: string) => (await callPluggy(app, apiKey, "GET", path)).json;
  const own = new Set<string>();
  for (const item of (await get("/items")).results) {
    own.add(item.id);
    inPaths.add(item.id);
    for (const { id } of (await get(`/accounts?itemId=${item.id}`)).results) {
      own.add(id);
      inPaths.add(id);
      for (const row of await sweepAll(app, apiKey, `accountId=${id}`)) own.add(row.id);
    }
  }
  const { grantId } = grant;
  return { door: "pluggy" as const, grantId, user: "", password: apiKey, own, isOver: false };
};

/** A reader by GoCardless, with the ids that it reads. */
const gocardlessReader = async (item_id: string, accounts: Accounts) => {
  const { grant, tokens, get } = await reader({ accounts: listRefs({ item_id, accounts }) }, app);
  const own = new Set<string>();
  for (const { readerId } of await readerAccounts(app.services, grant, [item_id])) {
    inPaths.add(readerId);
    for (const part of ["", "details/", "transactions/"])
      for (const id of idsIn(JSON.stringify(await get(`/accounts/${readerId}/${part}`))))
        own.add(id);
  }
  expect(own.size).toBeGreaterThan(accounts.length);
  const { grantId } = grant;
  const password = tokens.access;
  return { door: "gocardless" as const, grantId, user: "", password, own, isOver: false };
};

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

const doors = await Promise.all(Object.values(DOORS).map((load) => load()));

const PATHS = doors.flatMap(({ name, routes }) =>
  routes.map(({ method, path }) => ({
    door: name,
    method,
    path,
    isOfx: path === "/ofx",
    isPluggy: path.startsWith("/pluggy/"),
    isGoCardless: path.startsWith("/gocardless/"),
  })),
);

test("a grant sees its accounts and nothing else, whatever is forged or mixed up", async () => {
  // Each call comes from another network, so that no network is throttled.
  const from = { n: 0 };
  const anyIndex = fc.nat();
  const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];
  const all = new Set(readers.flatMap(({ own }) => [...own]));
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        route: fc.constantFrom(...PATHS),
        user: anyIndex,
        password: anyIndex,
        forge: fc.constantFrom("no", "cut", "swap", "case", "empty", "header", "random"),
        query: fc.dictionary(
          fc.constantFrom(
            "start-date",
            "end-date",
            "pending",
            "account",
            "balances-only",
            "version",
            "itemId",
            "accountId",
            "ids",
            "after",
          ),
          fc.oneof(
            fc.constantFrom("0", "1", "2", "9999999999", "' or 1=1 --", "*", ""),
            anyIndex.map((at) => pick([...all], at) ?? ""),
          ),
        ),
        noise: fc.string({ maxLength: 20 }),
      }),
      async ({ route, user, password, forge, query, noise }) => {
        const ofDoor = readers.filter(({ door }) => door === route.door);
        const asked = pick(user % 3 > 0 ? ofDoor : readers, user);
        const other = pick(readers, password);
        if (!asked || !other) throw new Error("no reader");
        const [name, word] = {
          no: [asked.user, asked.password],
          cut: [asked.user, asked.password.slice(0, -1)],
          swap: [asked.user, other.password],
          case: [asked.user.toLowerCase(), asked.password.toUpperCase()],
          empty: [asked.user, ""],
          header: ["", asked.password],
          random: [noise, opaqueId((bytes) => Buffer.alloc(bytes, user % 248), 43)],
        }[forge] as [string, string];
        const isBearer = route.isPluggy || route.isGoCardless;
        // A token is its reader's identity, so a swapped token makes the call that reader's own.
        const caller = isBearer && forge === "swap" ? other : asked;
        const account = pick([...(user % 2 > 0 ? inPaths : all)], password) ?? "";
        from.n += 1;
        // Stays below a grant's read limit, within a token's two hours.
        app.advanceClock(600);
        const token = encodeURIComponent(pick([...secrets.slice(0, -1), noise], user) || "x");
        // Deleting the reader's own Item is allowed, and would leave nothing to read.
        if (route.method === "DELETE" && caller.own.has(account)) return;
        const path = route.path.replace(":token", token).replace(":id", account);
        const { statusCode, body } = await app.request({
          method: route.method,
          url: `${path}?${new URLSearchParams(query)}`,
          ...(route.isOfx
            ? {
                payload: ofxRequest({
                  user: name,
                  password: word,
                  messages: messagesOf([account]),
                  version: user % 2 ? 102 : 211,
                }),
              }
            : isBearer
              ? {
                  payload: route.method === "GET" ? "" : JSON.stringify({ itemId: account }),
                  headers: route.isPluggy
                    ? { "x-api-key": word }
                    : { authorization: `Bearer ${word}`, "content-type": "application/json" },
                }
              : {
                  headers: {
                    authorization: forge === "header" ? `Bearer ${word}` : basic(name, word),
                  },
                }),
          remoteAddress: `10.${(from.n >> 16) & 255}.${(from.n >> 8) & 255}.${from.n & 255}`,
        });
        const isRight =
          !caller.isOver &&
          caller.door === route.door &&
          (forge === "no" ||
            (isBearer && (forge === "header" || forge === "swap")) ||
            (forge === "swap" && asked.password === other.password));
        const seen = idsIn(body).filter((id) => all.has(id));
        expect(seen.filter((id) => !(isRight && caller.own.has(id)))).toEqual([]);
        if (route.path === "/simplefin/accounts" && !isRight) expect(statusCode).toBe(403);
        if (isBearer && !isRight) expect(statusCode).toBeGreaterThanOrEqual(400);
        if (route.isOfx && !isRight) expect(body).not.toContain("ACCTID");
        for (const { password: secret } of readers) expect(body).not.toContain(secret);
      },
    ),
    { numRuns: RUNS },
  );
}, 600_000);
