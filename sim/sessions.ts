import type { AppItem } from "./app-item.ts";
import type { Application } from "./application.ts";
import { Lost, type Network } from "./network.ts";
import { type Person, useLink } from "./person.ts";
import type { World } from "./world.ts";

const HOUR_MS = 3_600_000;

/**
 * The share of public tokens that are exchanged too late, and the delay in ms. Clocks differ by
 * some minutes.
 */
const SHARE_OF_LATE_EXCHANGES = 0.05;
const LATE_MS = 35 * 60_000;

/**
 * The share of sessions on the service's own page, and of applications that look up the session's
 * token.
 */
const SHARE_OF_HOSTED_LINKS = 0.2;
const SHARE_OF_LOOKS = 0.3;

/** The sessions of Link that applications open for people. */
export const createSessions = (world: World, network: Network) => {
  const draw = world.draw("sessions");
  const openSessions = new Set<string>();
  let sessions = 0;

  /**
   * A person opens the address of a hosted link. Returns the token of its page, or null if
   * impossible.
   */
  const openHosted = async (session: string, url: string): Promise<string | null> => {
    const { origin, hash } = new URL(url);
    world.require(origin === "http://localhost:8080", () => `a hosted link leads to ${origin}`);
    const body = { secret: hash.slice(1) };
    const page = { method: "POST", path: "/bridge/hosted/open", headers: {}, body } as const;
    try {
      const answer = await network.send(session, page);
      return answer.status === 200 ? String(answer.body.link_token) : null;
    } catch (cause) {
      if (!(cause instanceof Lost)) throw cause;
      return null;
    }
  };

  /** An application without a page reads the session's public token by the link token. */
  const lookAtToken = async (
    application: Application,
    token: string,
    { publicToken }: { publicToken: string },
  ): Promise<void> => {
    if (!draw.chance(SHARE_OF_LOOKS)) return;
    const answer = await application.call("/link/token/get", { link_token: token });
    world.require(
      answer?.status !== 200 || JSON.stringify(answer.body.link_sessions).includes(publicToken),
      () => `/link/token/get lacks the public token of ${application.name}`,
    );
  };

  /** A session of Link, from the token to the end. */
  const linkOnce = async (application: Application, person: Person, item: AppItem | null) => {
    if (application.isRemoved) return;
    const session = `${person.username}/${++sessions}`;
    const began = world.now();
    openSessions.add(session);
    const isHosted = draw.chance(SHARE_OF_HOSTED_LINKS);
    const created = await application.createLinkToken(person.username, item, isHosted);
    const token = created?.url ? await openHosted(session, created.url) : created?.token;
    if (created && token) {
      world.require(token === created.token, () => `${session}: a hosted link has another token`);
      const ending = await useLink(world, network, person, token, session);
      if (ending.type === "success" && !item) await lookAtToken(application, token, ending);
      if (ending.type === "success" && !item) {
        if (draw.chance(SHARE_OF_LATE_EXCHANGES)) {
          await world.sleep(LATE_MS);
          await application.exchangeLate(ending.publicToken);
        } else await application.exchange(ending.publicToken, person, began);
      }
      if (ending.type === "success" && item) {
        item.needsLogin = false;
        if (item.isByWebhooks) await application.follow(item);
      }
    }
    openSessions.delete(session);
  };

  /** Makes the user of an Item sign in again, repeatedly until it succeeds. */
  const renew = async (application: Application, item: AppItem): Promise<void> => {
    if (item.isGone || item.isUnclear) return;
    await linkOnce(application, { username: item.username, bank: item.bank }, item);
    if (!item.needsLogin) return;
    scheduleRenewal(application, item, [HOUR_MS, 6 * HOUR_MS]);
  };

  const scheduleRenewal = (
    application: Application,
    item: AppItem,
    [min, max]: readonly [number, number],
  ): void =>
    void world.scheduler.at(world.now() + draw.between(min, max), item.username, null, () =>
      renew(application, item),
    );

  return {
    /** The open sessions. */
    openSessions,
    linkOnce,
    /** Asks the user of an Item to sign in within the next 12 hours. */
    askUser: (application: Application, item: AppItem): void =>
      scheduleRenewal(application, item, [60_000, 12 * HOUR_MS]),
  };
};
