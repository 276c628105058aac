import type { AppItem } from "./app-item.ts";
import type { Application } from "./application.ts";
import type { Draw } from "./draw.ts";
import { Lost } from "./network.ts";
import { readPortfolio } from "./portfolio-rule.ts";
import type { ValueReader } from "./value-reader.ts";
import type { World } from "./world.ts";

/** The longest time between two looks at a page, in ms. */
const MAX_LOOK_MS = 6 * 60_000;

/** Runs one action of an application's server. */
export const runErrand = async (
  world: World,
  application: Application,
  all: readonly Application[],
  { draw, valueReader }: { draw: Draw; valueReader: ValueReader },
): Promise<void> => {
  if (application.isRemoved) return;
  const items = application.items.filter(({ isGone, isUnclear }) => !isGone && !isUnclear);
  const share = draw.unit();
  if (share < 0.05) {
    const dead = application.deadTokens;
    if (dead.length > 0)
      await probe(world, application, draw.pick(PROBED), [
        draw.pick(dead).token,
        "a token that has ended",
      ]);
    return;
  }
  if (share < 0.08) {
    const others = all
      .filter((another) => another !== application)
      .flatMap((another) => another.items);
    if (others.length > 0)
      await probe(world, application, draw.pick(PROBED), [
        draw.pick(others).token,
        "another application's token",
      ]);
    return;
  }
  if (items.length === 0) return;
  const item = draw.pick(items);
  if (share < 0.45) {
    if (!item.isByWebhooks) await application.sync(item);
  } else if (share < 0.55) await showPage(world, application, item, draw);
  else if (share < 0.66 && item.bank === null) await readPortfolio(world, application, item);
  else if (share < 0.66) await valueReader.read(application, item, draw);
  else if (share < 0.75) await application.read(item, draw.pick(READ));
  else if (share < 0.84) await fireWebhook(application, item);
  else if (share < 0.9) await application.rotate(item);
  else await application.remove(item);
};

/** Fires a webhook once. The response may be lost. */
const fireWebhook = async ({ fired, post }: Application, item: AppItem): Promise<void> => {
  const count = fired.get(item.itemId) ?? { tried: 0, acknowledged: 0 };
  fired.set(item.itemId, count);
  count.tried++;
  const answer = await post("/sandbox/item/fire_webhook", {
    ...{ access_token: item.token, webhook_code: "DEFAULT_UPDATE" },
  }).catch((cause: unknown) => {
    if (cause instanceof Lost) return null;
    throw cause;
  });
  if (answer?.status === 200) count.acknowledged++;
};

/**
 * Simulates a user's visit to a page that makes all calls at once, and again after some minutes.
 */
const showPage = async (
  world: World,
  application: Application,
  item: AppItem,
  draw: Draw,
): Promise<void> => {
  for (let looks = draw.between(1, 3); looks > 0; looks--) {
    for (const path of ["/accounts/balance/get", "/identity/get", "/transactions/refresh"])
      world.scheduler.start(application.name, null, async () => {
        await application.read(item, path);
      });
    await world.sleep(draw.between(20_000, MAX_LOOK_MS));
  }
};

const READ = ["/accounts/get", "/item/get", "/auth/get", "/identity/get"];

/** The paths for calls with an invalid token. */
const PROBED = ["/accounts/get", "/transactions/sync", "/auth/get", "/item/get"] as const;

/** Uses an ended token, or another application's token. */
const probe = async (
  world: World,
  application: Application,
  path: (typeof PROBED)[number],
  [token, rule]: [string, string],
): Promise<void> => {
  const answer = await application.call(path, { access_token: token });
  world.require(
    answer === null || answer.status !== 200,
    () => `${path} answers to ${rule}: ${token}`,
  );
};

/** Uses an ended secret. */
export const probeSecret = async (
  world: World,
  application: Application,
  secret: string,
): Promise<void> => {
  const path = "/institutions/get";
  const answer = await application.call(path, {
    ...{ secret, count: 1, offset: 0, country_codes: ["US"] },
  });
  world.require(
    answer === null || answer.body.error_code === "INVALID_API_KEYS",
    () => `${path} answers to a secret that has ended: ${answer?.status}`,
  );
};
