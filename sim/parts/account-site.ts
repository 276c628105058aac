import { oneTimePath } from "../../src/server/domain/portal-users/one-time-address.ts";
import type { AppItem } from "../app-item.ts";
import type { Application } from "../application.ts";
import { Lost } from "../network.ts";
import type { Part, PartContext } from "./part.ts";

const HOUR_MS = 3_600_000;

/** The maximum wait for a mail with a code or an address, in ms. */
const MAIL_MS = 8 * 60_000;

/** The time in which a user who must sign in does not yet do so, in ms. */
const SURE_MS = 50_000;

/** A session of the account site: its cookie, and the Items that it may show. */
type Session = { cookie: string; items: ReadonlySet<AppItem> };

type Connection = {
  connection_id: string;
  status: string;
  accounts: { account_id: string }[];
};

/**
 * The account site: a one-time address opens once, a session shows the connections of its person alone, and an account or a
 * connection whose sharing its user ends is not read from then on.
 */
export const createAccountSite = ({
  world,
  network,
  applications,
  servers,
  mails,
}: PartContext): Part => {
  const draw = world.draw("account site");
  /** By address: the Items whose user has confirmed the address. */
  const confirmed = new Map<string, Set<AppItem>>();
  let lastPerson = 0;

  const send = async (method: "GET" | "POST", path: string, body?: object, cookie = "") => {
    try {
      return await network.send("account site", {
        ...{ method, path: `/account/${path}`, ...(body && { body }) },
        headers: { host: "localhost", origin: "http://localhost", ...(cookie && { cookie }) },
      });
    } catch (cause) {
      if (!(cause instanceof Lost)) throw cause;
      return null;
    }
  };

  const open = async (address: string): Promise<string | null> => {
    const body = { address: address.replace(/^.*#(mail\.)?/, "") };
    const answer = await send("POST", "open", body);
    const again = await send("POST", "open", body);
    world.require(
      again?.status !== 200 || answer?.status !== 200,
      () => "an address of the account site opens twice",
    );
    const cookie = (answer?.status === 200 ? answer : again)?.headers["set-cookie"];
    return cookie === undefined ? null : (String([cookie].flat()[0]).split(";")[0] ?? null);
  };

  /** Opens a session of an Item, as Link does. */
  const openFromLink = async (item: AppItem): Promise<Session | null> => {
    const [server] = servers();
    if (!server) return null;
    const cookie = await open(
      oneTimePath(server.services, { itemId: item.itemId, personId: null }),
    );
    return cookie === null ? null : { cookie, items: new Set([item]) };
  };

  /** Waits for a mail to an address; null without a mail in time. */
  const awaitMail = async (email: string, pattern: RegExp): Promise<string | null> => {
    const before = mails.get(email)?.length ?? 0;
    for (const end = world.now() + MAIL_MS; world.now() < end; ) {
      await world.sleep(20_000);
      for (const text of mails.get(email)?.slice(before) ?? []) {
        const [, found] = pattern.exec(text) ?? [];
        if (found !== undefined) return found;
      }
    }
    return null;
  };

  /**
   * Opens a session of all Items of a confirmed address, through the mail with the session's
   * address.
   */
  const openByMail = async (email: string): Promise<Session | null> => {
    const items = confirmed.get(email) ?? new Set();
    const mail = awaitMail(email, /(\/account\S*#\S+)/);
    await send("POST", "sign-in", { email, language: "en" });
    const address = await mail;
    const cookie = address === null ? null : await open(address);
    return cookie === null ? null : { cookie, items };
  };

  /** Looks at the connections: each is an Item of the session's person. */
  const look = async ({ cookie, items }: Session): Promise<Connection[] | null> => {
    const answer = await send("GET", "connections", undefined, cookie);
    if (answer?.status !== 200) return null;
    const { connections } = answer.body as { connections: Connection[] };
    const own = new Set([...items].map(({ itemId }) => itemId));
    const foreign = connections.find(({ connection_id: id }) => !own.has(id));
    world.require(
      foreign === undefined,
      () => `the account site shows the connection ${foreign?.connection_id} to another person`,
    );
    return connections;
  };

  /** The user confirms an address by the code in a mail. */
  const confirm = async ({ cookie, items }: Session): Promise<void> => {
    const email = `someone-${draw.chance(0.5) ? draw.between(1, 3) : ++lastPerson + 10}@mail.example`;
    const mail = awaitMail(email, /\b(\d{8})\b/);
    const answer = await send("POST", "email", { email, language: "en" }, cookie);
    const code = await mail;
    if (answer?.status !== 200 || code === null) return;
    const wrong = code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
    const refused = await send("POST", "email/confirm", { code: wrong }, cookie);
    world.require(refused?.status !== 200, () => "a wrong code confirms an address");
    const done = await send("POST", "email/confirm", { code }, cookie);
    const known = confirmed.get(email) ?? new Set();
    // A lost response may have followed the change.
    if (done === null || done.status === 200 || done.isDoubled)
      for (const item of items) known.add(item);
    confirmed.set(email, known);
    if (done?.status === 200)
      await send("POST", "reminders", { on: draw.chance(0.5), language: "en" }, cookie);
  };

  const applicationOf = (item: AppItem): Application | undefined =>
    applications.find(({ items }) => items.includes(item));

  /**
   * Ends the sharing of one of several accounts. The application cannot read the account
   * afterwards.
   */
  const stopSharing = async ({ cookie }: Session, item: AppItem, { accounts }: Connection) => {
    if (accounts.length < 2) return;
    const { account_id } = draw.pick(accounts);
    const body = { connection_id: item.itemId, account_id };
    const began = world.now();
    const answer = await send("POST", "connection/stop-sharing", body, cookie);
    const application = applicationOf(item);
    if (answer?.status !== 200 || !application) return;
    const list = await application.read(item, "/accounts/get");
    world.require(
      // Later the same person may have shared the account again, in update mode.
      list === null ||
        item.needsLogin ||
        world.now() - began > SURE_MS ||
        !JSON.stringify(list.accounts).includes(account_id),
      () => `${item.itemId} has the account ${account_id} that is not shared any more`,
    );
    await application.follow(item);
  };

  const end = async ({ cookie }: Session, item: AppItem): Promise<void> => {
    const application = applicationOf(item);
    if (!application) return;
    application.endedItems.add(item.itemId);
    const body = { connection_id: item.itemId };
    const answer = await send("POST", "connection/end", body, cookie);
    if (answer?.status !== 200) return;
    const list = await application.call("/accounts/get", { access_token: item.token });
    world.require(
      list?.status !== 200,
      () => `${item.itemId} is read after its user has ended the connection`,
    );
    if (list) application.heed(item, list.body);
    if (draw.chance(0.4)) await send("POST", "connection/erase", body, cookie);
  };

  const download = ({ cookie }: Session) =>
    send(
      "GET",
      draw.chance(0.3) ? "data" : `transactions?format=${draw.pick(["ofx", "csv", "qif"])}`,
      undefined,
      cookie,
    );

  const act = async (session: Session): Promise<void> => {
    const connections = await look(session);
    const item = draw.pick([...session.items]);
    const connection = connections?.find(({ connection_id: id }) => id === item.itemId);
    if (!connection || connection.status === "ended") return;
    const share = draw.unit();
    if (share < 0.35) await confirm(session);
    else if (share < 0.55) await download(session);
    else if (share < 0.75) await stopSharing(session, item, connection);
    else if (share < 0.85) await end(session, item);
    else await send("POST", "connection/reconfirm", { connection_id: item.itemId }, session.cookie);
    if (draw.chance(0.3)) await send("POST", "sign-out", {}, session.cookie);
  };

  return {
    name: "account site",
    meanMs: 18 * HOUR_MS,
    act: async () => {
      const live = applications
        .filter(({ isRemoved }) => !isRemoved)
        .flatMap(({ items }) =>
          items.filter(({ isGone, isUnclear, needsLogin }) => !isGone && !isUnclear && !needsLogin),
        );
      const known = [...confirmed].filter(([, items]) => items.size > 0);
      const [email] = known.length > 0 && draw.chance(0.3) ? draw.pick(known) : [];
      const item = live.length > 0 ? draw.pick(live) : undefined;
      const session = email ? await openByMail(email) : item && (await openFromLink(item));
      if (session) await act(session);
    },
  };
};
