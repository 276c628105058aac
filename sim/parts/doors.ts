import { endGrant, makeGrant } from "../../src/server/domain/grants/make-grant.ts";
import type { AppItem } from "../app-item.ts";
import type { Application } from "../application.ts";
import type { Bank } from "../bank.ts";
import type { HttpAnswer, HttpRequest } from "../instance.ts";
import { Lost } from "../network.ts";
import type { Part, PartContext } from "./part.ts";
import { pickItem } from "./part.ts";

const HOUR_MS = 3_600_000;

/** The number of past days that a reader requests. */
const READ_DAYS = 30;

/** A reader of another program, with the keys of a grant. */
type Reader = {
  door: "simplefin" | "pluggy";
  application: Application;
  item: AppItem;
  bank: Bank;
  /** The name of the granted account. */
  name: string;
  grantId: string;
  secret: string;
  isOver: boolean;
};

type Row = { text: string; amount: number; isPending: boolean };

/**
 * Doors: a grant shows its single account to its reader, with the bank's rows and balances, until
 * the grant ends.
 */
export const createDoors = (context: PartContext): Part => {
  const { world, network, applications, servers, rules } = context;
  const draw = world.draw("doors");
  const actor = { kind: "operator", name: "operator" } as const;
  const readers: Reader[] = [];

  const send = async (request: HttpRequest): Promise<HttpAnswer | null> => {
    try {
      return await network.send("reader", request);
    } catch (cause) {
      if (!(cause instanceof Lost)) throw cause;
      return null;
    }
  };

  /** The operator creates a grant, and the grant's reader claims it. */
  const grant = async (): Promise<void> => {
    const picked = pickItem(draw, applications);
    const [server] = servers();
    if (!picked || !server) return;
    const { application, item } = picked;
    const accounts = (await application.read(item, "/accounts/get"))?.accounts;
    if (!accounts) return;
    const { account_id: accountId, name } = draw.pick(
      accounts as { account_id: string; name: string }[],
    );
    const door = draw.pick(["simplefin", "pluggy"] as const);
    const made = await makeGrant(
      server.services,
      {
        ...{ door, clientId: door === "pluggy" ? application.keys.client_id : null },
        ...{ name: "Ledger", accounts: [{ itemId: item.itemId, accountId }] },
        ...{ fromDate: null, until: null },
      },
      actor,
    ).catch(() => null);
    if (!made) return;
    const { grantId } = made.grant;
    const reader = { ...picked, door, name, grantId, secret: made.secret, isOver: false };
    if (door === "pluggy") readers.push(reader);
    else await claim(reader);
  };

  /** Claims a SimpleFIN grant, once. */
  const claim = async (reader: Reader): Promise<void> => {
    const path = `/simplefin/claim/${reader.secret}`;
    const first = await send({ method: "POST", path, headers: {} });
    const again = await send({ method: "POST", path, headers: {} });
    world.require(
      again?.status !== 200 || first?.status !== 200,
      () => `the grant ${reader.grantId} was claimed twice`,
    );
    const { text = "" } = (first?.status === 200 ? first : again) ?? {};
    const secret = URL.parse(text)?.password;
    if (secret) readers.push({ ...reader, secret });
  };

  const end = async (reader: Reader): Promise<void> => {
    const [server] = servers();
    if (!server) return;
    const isEnded = await endGrant(server.services, reader.grantId, actor).catch(() => false);
    if (isEnded) reader.isOver = true;
  };

  const call = async (reader: Reader): Promise<HttpAnswer | null> => {
    const { door, grantId, secret, item } = reader;
    if (door === "simplefin") {
      const from = Math.floor(world.now() / 1000) - READ_DAYS * 86_400;
      const key = Buffer.from(`${grantId}:${secret}`).toString("base64");
      rules.reads(`Basic ${key}`, item.itemId);
      const path = `/simplefin/accounts?start-date=${from}&pending=1`;
      return send({ method: "GET", path, headers: { authorization: `Basic ${key}` } });
    }
    const keys = { clientId: grantId, clientSecret: secret };
    const auth = await send({ method: "POST", path: "/pluggy/auth", headers: {}, body: keys });
    if (auth?.status !== 200) return auth;
    const headers = { "x-api-key": String(auth.body.apiKey) };
    rules.reads(headers["x-api-key"], item.itemId);
    const items = await send({ method: "GET", path: "/pluggy/items", headers });
    const [first] = (items?.body.results ?? []) as { id: string }[];
    if (items?.status !== 200 || !first) return items;
    const list = `/pluggy/accounts?itemId=${first.id}`;
    const accounts = await send({ method: "GET", path: list, headers });
    const [account] = (accounts?.body.results ?? []) as Shown[];
    if (accounts?.status !== 200 || !account) return accounts;
    const from = new Date(world.now() - READ_DAYS * 86_400_000).toISOString().slice(0, 10);
    const path = `/pluggy/transactions?accountId=${account.id}&from=${from}`;
    const rows = await send({ method: "GET", path, headers });
    if (rows?.status !== 200) return rows;
    const transactions = rows.body.results as Shown["transactions"];
    return { ...rows, body: { accounts: [{ ...account, transactions }] } };
  };

  /** Reads through a grant; returns the rows of the account, or null. */
  const read = async (reader: Reader): Promise<Row[] | null> => {
    const { item, bank, grantId, name, application } = reader;
    const isOver = reader.isOver || item.isGone;
    const answer = await call(reader);
    if (answer?.status !== 200) return null;
    const say = (what: string) => () => `the grant ${grantId} of ${item.itemId}: ${what}`;
    const { accounts = [] } = answer.body as { accounts?: Shown[] };
    world.require(!isOver || accounts.length === 0, say("it is read after its end"));
    world.require(
      // SimpleFIN shows the mask behind the name.
      accounts.every((account) => account.name.split(" ")[0] === name),
      say(`it shows ${accounts.map((account) => account.name).join(", ")}, not ${name}`),
    );
    const customer = bank.customerOf(item.username);
    const [account] = accounts;
    if (!account) return null;
    const held = customer.balances.get(name) ?? [];
    world.require(
      held.some(({ current }) => Math.abs(current) === Math.abs(Number(account.balance))),
      say(`${name} has ${account.balance}, which it never had`),
    );
    const booked = new Map([...customer.ledger.values()].map((row) => [row.name as string, row]));
    const rows = account.transactions.map(({ description, amount, pending, status }) => ({
      ...{ text: description, amount: Math.abs(Number(amount)) },
      isPending: pending === true || status === "PENDING",
    }));
    for (const { text, amount } of rows) {
      const row = booked.get(text);
      world.require(
        !row || (row.accountKey === name && Math.abs(row.amount) === amount),
        say(`${text} of ${amount} is of another account or amount than at the bank`),
      );
    }
    world.note("reader", "door", reader.door, item.itemId, String(rows.length), application.name);
    return rows;
  };

  return {
    name: "doors",
    meanMs: 14 * HOUR_MS,
    act: async () => {
      const live = readers.filter(({ isOver }) => !isOver);
      if (live.length === 0 || draw.chance(0.25)) return grant();
      const reader = draw.pick(draw.chance(0.9) ? live : readers);
      if (draw.chance(0.12)) await end(reader);
      else await read(reader);
    },
  };
};

type Shown = {
  id: string;
  name: string;
  balance: string | number;
  transactions: {
    description: string;
    amount: string | number;
    pending?: boolean;
    status?: string;
  }[];
};
