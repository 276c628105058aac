import { WRITABLE_FORMATS } from "../../src/server/formats/writers.ts";
import type { AppItem } from "../app-item.ts";
import type { Application } from "../application.ts";
import type { Part, PartContext } from "./part.ts";

const HOUR_MS = 3_600_000;

const PERIOD = { start_date: "2020-01-01", end_date: "2029-12-31" };

type Picked = { application: Application; item: AppItem };
type Stream = { account_id: string; transaction_ids: string[]; stream_id: string };

/**
 * Products that an application requests now and then. Recurring streams contain each transaction
 * once, an exported file contains each row of the Item, an identity is its customer's, and
 * prefetched data is the bank's newest.
 */
export const createOtherProducts = ({ world, applications }: PartContext): Part => {
  const draw = world.draw("other products");

  const pick = (): Picked | undefined => {
    const found = applications.flatMap((application) =>
      application.isRemoved
        ? []
        : application.items.flatMap((item) =>
            item.isGone || item.isUnclear || item.needsLogin ? [] : [{ application, item }],
          ),
    );
    return found.length > 0 ? draw.pick(found) : undefined;
  };

  const readStreams = async ({ application, item }: Picked): Promise<void> => {
    const body = await application.read(item, "/transactions/recurring/get");
    if (!body) return;
    const streams = [...(body.inflow_streams as Stream[]), ...(body.outflow_streams as Stream[])];
    const ids = streams.flatMap(({ transaction_ids }) => transaction_ids);
    const say = (what: string) => () => `the streams of ${item.itemId}: ${what}`;
    world.require(new Set(ids).size === ids.length, say("a transaction is in two"));
    world.require(
      new Set(streams.map(({ stream_id }) => stream_id)).size === streams.length,
      say("two have one id"),
    );
    for (const { account_id, transaction_ids } of streams)
      for (const id of transaction_ids) {
        const known = item.copy.get(id);
        world.require(
          known === undefined || known.account_id === account_id,
          say(`the transaction ${id} is of another account`),
        );
      }
    world.note(application.name, "streams", streams.length, item.itemId);
  };

  /** Returns the ids of an exported table's rows, or null if it is unreadable now. */
  const exportedIds = async ({ application, item }: Picked): Promise<string[] | null> => {
    const answer = await application.call("/transactions/export", {
      ...{ access_token: item.token, format: "csv", ...PERIOD },
    });
    if (answer?.status !== 200 || answer.text === undefined) return null;
    const [header = [], ...rows] = answer.text.trimEnd().split(/\r?\n/).map(cellsOf);
    const at = header.indexOf("id");
    return rows.map((cells) => cells[at] ?? "");
  };

  const exportRows = async (picked: Picked): Promise<void> => {
    const { application, item } = picked;
    const format = draw.pick(WRITABLE_FORMATS);
    if (format !== "csv") {
      await application.call("/transactions/export", {
        ...{ access_token: item.token, format, ...PERIOD },
      });
      return;
    }
    const ids = await exportedIds(picked);
    world.require(
      ids === null || new Set(ids).size === ids.length,
      () => `an export of ${item.itemId} has a row twice`,
    );
  };

  const matchIdentity = async ({ application, item }: Picked): Promise<void> => {
    const body = await application.read(item, "/identity/match", {
      user: { legal_name: item.username },
    });
    if (!body || !item.bank || !("customerOf" in item.bank)) return;
    const [first] = body.accounts as { legal_name: { score: number } | null }[];
    world.require(
      first?.legal_name?.score === 100,
      () => `the owner of ${item.itemId} scores ${first?.legal_name?.score} by the same name`,
    );
  };

  const refresh = async ({ application, item }: Picked): Promise<void> => {
    const path = draw.pick(["/investments/refresh", "/identity/refresh", "/statements/refresh"]);
    const to = new Date(world.now()).toISOString().slice(0, 10);
    const from = new Date(world.now() - 300 * 86_400_000).toISOString().slice(0, 10);
    const period = path === "/statements/refresh" ? { start_date: from, end_date: to } : {};
    await application.read(item, path, period);
  };

  const deeds = [readStreams, exportRows, matchIdentity, refresh];

  return {
    name: "other products",
    meanMs: 13 * HOUR_MS,
    act: async () => {
      const picked = pick();
      if (picked) await draw.pick(deeds)(picked);
    },
    /** In peace an export has the rows of the copy. */
    checkLast: async () => {
      for (const application of applications)
        for (const item of application.items) {
          if (application.isRemoved || item.isGone || item.isUnclear || item.needsLogin) continue;
          if (item.isByWebhooks && !(item.bank && "customerOf" in item.bank)) continue;
          const ids = await exportedIds({ application, item });
          world.require(
            ids === null || (ids.length === item.copy.size && ids.every((id) => item.copy.has(id))),
            () => `an export of ${item.itemId} has ${ids?.length} rows of ${item.copy.size}`,
          );
        }
    },
  };
};

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = ""]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );
