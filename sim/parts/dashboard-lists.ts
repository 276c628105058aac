import type { Application } from "../application.ts";
import { Lost } from "../network.ts";
import type { Part, PartContext } from "./part.ts";

const HOUR_MS = 3_600_000;

type Row = Record<string, unknown>;

/** The lists of the Dashboard, and the field that identifies a row. */
const LISTS: readonly [path: string, body: object, id: string][] = [
  ["items", { state: "error" }, "item_id"],
  ["items", { state: "removed" }, "item_id"],
  ["items", {}, "item_id"],
  ["webhooks", {}, "delivery_id"],
  ["webhooks", { state: "given_up" }, "delivery_id"],
  ["webhooks", { order: "ascending" }, "delivery_id"],
  ["sessions", {}, "link_session_id"],
  ["audit", {}, "sequence"],
];

/** Read-only calls. */
const LOOKS: readonly [path: string, body: object][] = [
  ["items/institutions", {}],
  ["webhooks/summary", { period: "month" }],
  ["webhooks/inbox", {}],
  ["webhooks", { sort: "state" }],
  ["sessions", { sort: "outcome" }],
  ["sessions/funnel", {}],
  ["overview", { period: "month" }],
  ["attention", {}],
  ["usage", {}],
  ["institutions", {}],
  ["alert/show", {}],
  ["people/sessions", {}],
  ["search", { text: "ins_98" }],
];

/** The maximum number of pages read from a list. */
const MAX_PAGES = 12;

/**
 * A client's Dashboard, opened with the secret. No list has a row twice, or another client's row,
 * even while rows change between pages. All Items are listed. A webhook sent again has the same
 * body.
 */
export const createDashboardLists = ({ world, network, applications }: PartContext): Part => {
  const draw = world.draw("dashboard lists");

  const post = async (name: string, path: string, body: object, cookie = "") => {
    try {
      return await network.send(`dashboard of ${name}`, {
        ...{ method: "POST", path: `/dashboard/api/${path}`, body },
        headers: { host: "localhost", origin: "http://localhost", ...(cookie && { cookie }) },
      });
    } catch (cause) {
      if (!(cause instanceof Lost)) throw cause;
      return null;
    }
  };

  const signIn = async ({ name, keys }: Application): Promise<string | null> => {
    const answer = await post(name, "session", { ...keys });
    const cookies = [answer?.headers["set-cookie"] ?? []].flat() as string[];
    const session = cookies.find((each) => each.startsWith("service_link_dashboard="));
    return (answer?.status === 200 && session?.split(";")[0]) || null;
  };

  /** Reads a list in small pages; null if the list ended early. */
  const walk = async (
    { name, keys }: Application,
    [path, body, id]: (typeof LISTS)[number],
    cookie: string,
  ): Promise<Row[] | null> => {
    const rows: Row[] = [];
    const limit = draw.between(1, 20);
    for (let after: unknown, pages = 0; pages < MAX_PAGES; pages++) {
      const page = { ...body, limit, ...(after !== undefined && { after }) };
      const answer = await post(name, path, page, cookie);
      if (answer?.status !== 200) return null;
      rows.push(...(answer.body.rows as Row[]));
      const say = (what: string) => () => `/dashboard/api/${path} of ${name}: ${what}`;
      const ids = new Set(rows.map((row) => row[id]));
      world.require(ids.size === rows.length, say("a row is listed twice"));
      world.require(
        rows.every((row) => (row.client_id ?? keys.client_id) === keys.client_id),
        say("a row is another client's"),
      );
      if (answer.body.next === null) return rows;
      after = answer.body.next;
      if (draw.chance(0.1)) await world.sleep(draw.around(10 * 60_000));
    }
    return null;
  };

  /** The Items that an application has before and after the read are all in the list. */
  const listItems = async (application: Application, cookie: string): Promise<void> => {
    const live = () => application.items.filter(({ isGone, isUnclear }) => !isGone && !isUnclear);
    const before = live();
    const rows = await walk(application, ["items", { state: "live" }, "item_id"], cookie);
    if (rows === null || application.isRemoved) return;
    const after = new Set(live());
    const missing = before.find(
      (item) => after.has(item) && !rows.some((row) => row.item_id === item.itemId),
    );
    world.require(missing === undefined, () => `the Dashboard lacks the Item ${missing?.itemId}`);
    if (!draw.chance(0.5) || before.length === 0) return;
    const { itemId } = draw.pick(before);
    const shown = await post(application.name, "items/show", { item_id: itemId }, cookie);
    const text = JSON.stringify(shown?.body ?? {});
    world.require(
      shown?.status !== 200 || text.includes(itemId),
      () => `the Dashboard shows another Item for ${itemId}`,
    );
    await post(application.name, "items/refresh", { item_id: itemId }, cookie);
  };

  /** Sends a webhook again. Its receiver compares the bodies of each id. */
  const replay = async (application: Application, cookie: string): Promise<void> => {
    const { name } = application;
    const state = draw.pick(["delivered", "given_up"]);
    const rows = await walk(application, ["webhooks", { state }, "delivery_id"], cookie);
    if (!rows || rows.length === 0) return;
    const { delivery_id } = draw.pick(rows);
    await post(name, "webhooks/show", { delivery_id }, cookie);
    const answer = await post(name, "webhooks/replay", { delivery_id }, cookie);
    if (answer !== null) world.note("dashboard", "replay", answer.status, name);
    if (draw.chance(0.2))
      await post(name, "webhooks/replay-failed", { since: world.now() - 48 * HOUR_MS }, cookie);
  };

  /** The address that is notified of outages. */
  const setAlert = ({ name }: Application, cookie: string) =>
    post(
      name,
      "alert/set",
      {
        ...{ webhook: draw.chance(0.7) ? `https://${name}.example/hook` : "", email: "" },
        ...{ mail_users: draw.chance(0.5), remind_users: draw.chance(0.5) },
      },
      cookie,
    );

  const look = async (application: Application, cookie: string): Promise<void> => {
    const [path, body] = draw.pick(LOOKS);
    const answer = await post(application.name, path, body, cookie);
    world.require(
      answer === null || answer.status < 400 || answer.status >= 429 || answer.status === 401,
      () => `/dashboard/api/${path} is refused with ${answer?.status}`,
    );
  };

  const deeds = [
    listItems,
    replay,
    look,
    look,
    setAlert,
    (application: Application, cookie: string) => walk(application, draw.pick(LISTS), cookie),
  ];

  return {
    name: "dashboard lists",
    meanMs: 16 * HOUR_MS,
    act: async () => {
      const application = draw.pick(applications);
      if (application.isRemoved) return;
      const cookie = await signIn(application);
      if (cookie === null) return;
      for (let count = draw.between(1, 4); count > 0; count--)
        await draw.pick(deeds)(application, cookie);
    },
  };
};
