import type { AppItem } from "../app-item.ts";
import type { Application } from "../application.ts";
import type { Bank } from "../bank.ts";
import type { Part, PartContext } from "./part.ts";
import { pickItem } from "./part.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * The number of calls during an outage, and after it. Detection needs at least ten in a quarter of
 * an hour.
 */
const CALLS = 18;

/** Clocks jump by less, in ms. */
const CLOCKS_MS = 200_000;

type Outage = { institution_id: string; kind: string; ended_at: number };

/**
 * Outages of banks for some hours. Each is detected once, and applications with an alert are
 * notified of its start and its end.
 */
export const createOutages = ({ world, applications, servers, reader }: PartContext): Part => {
  const draw = world.draw("outages");
  const application = draw.pick(applications);
  /** The time since which the alert is certainly set; null if it is not. */
  let alertSince: number | null = null;
  const outages = reader.prepare<[number], Outage>(
    "select institution_id, kind, ended_at from institution_outage where began_at > ?",
  );

  const setAlert = async (): Promise<void> => {
    const [server] = servers();
    if (!server || alertSince !== null) return;
    const clientId = application.keys.client_id;
    const alert = {
      ...{ clientId, webhook: `https://${application.name}.example/hook` },
      ...{ email: `${application.name}@mail.example`, mailUsers: true, remindUsers: true },
    };
    await server.services.store.alerts.set(alert).then(
      () => {
        alertSince = world.now();
      },
      () => undefined,
    );
  };

  /** The application requests balances, and wakes the workers by a webhook. */
  const call = async (item: AppItem, owner: Application): Promise<void> => {
    await owner.read(item, "/accounts/balance/get");
    await owner.call("/sandbox/item/fire_webhook", {
      ...{ access_token: item.token, webhook_code: "DEFAULT_UPDATE" },
    });
  };

  const callOften = async (bank: Bank): Promise<void> => {
    for (let calls = 0; calls < CALLS; calls++) {
      await world.sleep(draw.between(20_000, 45_000));
      const own = applications.flatMap((each) =>
        readable(each, bank).map((item) => ({ each, item })),
      );
      if (own.length === 0) return;
      const { each, item } = draw.pick(own);
      await call(item, each);
    }
  };

  return {
    name: "outages",
    meanMs: 4 * DAY_MS,
    act: async () => {
      await setAlert();
      const picked = pickItem(draw, applications);
      if (!picked) return;
      const { bank } = picked;
      bank.goAway(world.now() + draw.between(20 * MINUTE_MS, 3 * HOUR_MS));
      world.note(bank.institutionId, "outage", "begins");
      await callOften(bank);
      await world.sleep(bank.awayMs());
      await callOften(bank);
    },
    checkLast: async () => {
      if (alertSince === null || application.isRemoved) return;
      const told = [...application.received.values()].filter((body) =>
        body.includes("INSTITUTION_STATUS_ALERT_TRIGGERED"),
      );
      for (const { institution_id: id, kind, ended_at } of outages.all(alertSince + CLOCKS_MS))
        for (const status of ended_at === 0 ? ["DOWN"] : ["DOWN", "HEALTHY"])
          world.require(
            told.some((body) => [id, kind, status].every((word) => body.includes(`"${word}"`))),
            () => `${application.name} never hears that ${kind} of ${id} are ${status}`,
          );
    },
  };
};

const readable = ({ items, isRemoved }: Application, bank: Bank): AppItem[] =>
  isRemoved
    ? []
    : items.filter(
        (item) => item.bank === bank && !item.isGone && !item.isUnclear && !item.needsLogin,
      );
