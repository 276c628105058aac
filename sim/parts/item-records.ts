import type { AppItem } from "../app-item.ts";
import type { Application } from "../application.ts";
import type { Bank } from "../bank.ts";
import type { Part, PartContext } from "./part.ts";
import { pickItem } from "./part.ts";

const HOUR_MS = 3_600_000;

type Event = { item_id: string; created_at: string; event_type: string };
type Activity = { id: string; activity: string; initiated_date: string };
type Picked = { application: Application; item: AppItem; bank: Bank };

/**
 * The records of an Item. Its consent events and activities only grow. A change of its webhook
 * address is acknowledged. Its institution is found by name and id.
 */
export const createItemRecords = ({ world, applications }: PartContext): Part => {
  const draw = world.draw("item records");
  const events = new Map<string, Event[]>();
  const activities = new Map<string, Activity[]>();
  /** By Item: its application, and the acknowledged changes of its webhook address. */
  const changes = new Map<AppItem, { application: Application; count: number }>();

  const listEvents = async ({ application, item }: Picked): Promise<void> => {
    const before = events.get(item.itemId) ?? [];
    const body = await application.read(item, "/consent/events/get");
    if (!body) return;
    const all = body.consent_events as Event[];
    const say = (what: string) => () => `the consent to ${item.itemId}: ${what}`;
    world.require(all[0]?.event_type === "CONSENT_GRANTED", say("it does not begin with a grant"));
    world.require(
      all.every(({ item_id }) => item_id === item.itemId),
      say("an event is of another Item"),
    );
    const times = all.map(({ created_at }) => created_at);
    world.require(
      // Clocks of processes differ.
      times.every(
        (time, at) => at === 0 || Date.parse(time) >= Date.parse(times[at - 1] ?? "") - CLOCKS_MS,
      ),
      say("its events are not in order"),
    );
    world.require(
      before.every(({ created_at }, at) => times[at] === created_at),
      say("an event is gone"),
    );
    events.set(item.itemId, all);
  };

  /** Lists the activities in pages of one or more. */
  const listActivities = async ({ application, item }: Picked): Promise<void> => {
    const before = activities.get(item.itemId) ?? [];
    const all: Activity[] = [];
    for (let cursor: unknown; ; ) {
      const count = draw.between(1, 3);
      const page = { count, ...(cursor !== undefined && { cursor }) };
      const body = await application.read(item, "/item/activity/list", page);
      if (!body) return;
      all.push(...(body.activities as Activity[]));
      cursor = body.cursor;
      if (cursor === undefined) break;
    }
    const say = (what: string) => () => `the activities of ${item.itemId}: ${what}`;
    world.require(all.at(-1)?.activity === "ITEM_CREATE", say("the last is not its creation"));
    const ids = new Set(all.map(({ id }) => id));
    world.require(ids.size === all.length, say("one is listed twice"));
    world.require(
      before.every(({ id }) => ids.has(id)),
      say("one is gone"),
    );
    activities.set(item.itemId, all);
  };

  const changeWebhook = async ({ application, item }: Picked): Promise<void> => {
    const webhook = `https://${application.name}.example/hook`;
    const body = await application.read(item, "/item/webhook/update", { webhook });
    if (!body) return;
    const shown = (body.item as { webhook: unknown }).webhook;
    world.require(shown === webhook, () => `${item.itemId} has the address ${String(shown)}`);
    const change = changes.get(item) ?? { application, count: 0 };
    changes.set(item, { application, count: change.count + 1 });
  };

  const findInstitution = async ({ application, bank }: Picked): Promise<void> => {
    const { institutionId } = bank;
    const country_codes = ["US"];
    const one = await application.call("/institutions/get_by_id", {
      ...{ institution_id: institutionId, country_codes },
      options: { include_status: draw.chance(0.5) },
    });
    const query = `Simulated ${institutionId}`;
    const list = await application.call("/institutions/search", { query, country_codes });
    const shown = (one?.body.institution as Shown | undefined)?.institution_id;
    world.require(
      one?.status !== 200 || shown === institutionId,
      () => `/institutions/get_by_id of ${institutionId} answers about ${shown}`,
    );
    const [first] = (list?.body.institutions ?? []) as Shown[];
    world.require(
      list?.status !== 200 || first?.institution_id === institutionId,
      () => `a search for ${query} gives ${first?.institution_id} first`,
    );
  };

  /** A consent outside British law is renewed by a sign-in only. */
  const reconfirm = async ({ application, item }: Picked): Promise<void> => {
    const answer = await application.call("/consent/reconfirm", { access_token: item.token });
    world.require(
      answer?.status !== 200,
      () => `the consent to ${item.itemId} is renewed without a sign-in`,
    );
  };

  const checkAcknowledged = (): void => {
    for (const [{ itemId, isGone, isUnclear }, { application, count }] of changes) {
      // A removed Item gets no further webhooks.
      if (application.isRemoved || isGone || isUnclear) continue;
      const told = [...application.received.values()].filter(
        (body) => body.includes(itemId) && body.includes("WEBHOOK_UPDATE_ACKNOWLEDGED"),
      ).length;
      world.require(
        told >= count,
        () => `${count} changes of the address of ${itemId} were acknowledged ${told} times`,
      );
    }
  };

  const deeds = [listEvents, listActivities, changeWebhook, findInstitution, reconfirm];

  return {
    name: "item records",
    meanMs: 14 * HOUR_MS,
    act: async () => {
      const picked = pickItem(draw, applications);
      if (picked) await draw.pick(deeds)(picked);
    },
    checkLast: async () => checkAcknowledged(),
  };
};

/** The maximum difference between two processes' clocks, in ms. */
const CLOCKS_MS = 200_000;

type Shown = { institution_id: string };
