import type SQLite from "better-sqlite3";
import type { AuditAction } from "../src/server/domain/audit/audit-entry.ts";
import {
  afterAdding,
  generateSecret,
  newSecret,
} from "../src/server/domain/clients/client-secret.ts";
import type { Store } from "../src/server/domain/store.ts";
import { rotateWebhookKey } from "../src/server/webhooks/signature.ts";
import type { Application } from "./application.ts";
import type { Draw } from "./draw.ts";
import { probeSecret } from "./errands.ts";
import type { Instance } from "./instance.ts";
import type { World } from "./world.ts";

const HOUR_MS = 3_600_000;

/** The pause before a failed change is repeated, in ms. */
const RETRY_MS = 120_000;

/** Clocks jump by less, and caches forget sooner, in ms. */
const TOLERANCE_MS = 10 * 60_000;

const MAX_ORIGINS = 10;

type Change = {
  action: AuditAction;
  make(store: Store, client: string, draw: Draw, now: number): Promise<unknown>;
};

/** The changes of a client while people link and applications call. */
const CHANGES: readonly Change[] = [
  {
    action: "client.set_account_selection",
    make: ({ clients }, client, draw) =>
      clients.setAccountSelection(client, draw.pick(["several", "one"])),
  },
  {
    action: "client.allow_origin",
    make: ({ clients }, client) =>
      clients.allowOrigin(client, "https://other.example", MAX_ORIGINS),
  },
  {
    action: "client.disallow_origin",
    make: ({ clients }, client) => clients.disallowOrigin(client, "https://other.example"),
  },
  {
    action: "client.allow_redirect_uri",
    make: ({ redirectUris }, client) =>
      redirectUris.allow(client, "https://other.example/back", MAX_ORIGINS),
  },
  {
    action: "client.change",
    make: ({ clients }, client, draw) => clients.setName(client, `Shop ${draw.between(1, 99)}`),
  },
  {
    action: "client.set_partner",
    make: ({ clients }, client, draw) => clients.setPartner(client, draw.chance(0.5)),
  },
  {
    action: "client.set_grants",
    make: ({ clients }, client, draw, now) =>
      clients.setGrantsAllowed(client, draw.chance(0.5), now),
  },
  {
    action: "client.set_public_key",
    make: ({ clients }, client, draw) => clients.setPublicKeyEnabled(client, draw.chance(0.5)),
  },
];

/** Changes the settings of clients while everything runs. */
export const createAdministrator = (
  world: World,
  reader: SQLite.Database,
  servers: () => readonly Instance[],
) => {
  const draw = world.draw("administrator");
  const actor = { kind: "operator", name: "operator" } as const;
  const hasSecret = reader
    .prepare<[string], number>("select count(*) from client_secret where secret_id = ?")
    .pluck();

  const change = async ({ action, make }: Change, { services }: Instance, client: string) =>
    services.store.transact(async (inside) => {
      await make(inside, client, draw, services.clock());
      await inside.audit.append({ at: services.clock(), actor, subject: client, action });
    });

  /**
   * Adds a secret to a client, and ends the earlier secrets. The application's server gets the new
   * secret before that.
   */
  const rotateSecret = async (application: Application): Promise<void> => {
    const { keys, name } = application;
    const [previous, secret] = [keys.secret, generateSecret(draw.bytes)];
    const added = newSecret(secret, { random: draw.bytes, clock: world.now });
    const othersEnd = world.now() + draw.between(HOUR_MS, 24 * HOUR_MS);
    for (;;) {
      const [instance] = servers();
      if (instance)
        await instance.services.store
          .transact(async ({ clients, audit }) => {
            await clients.changeSecrets(keys.client_id, (secrets) =>
              afterAdding(secrets, added, { othersEnd, now: world.now() }),
            );
            const action = "client.rotate_secret";
            await audit.append({ at: world.now(), actor, subject: keys.client_id, action });
          })
          .catch(() => undefined);
      // The response may have been lost, or the process may have died before the commit.
      if (hasSecret.get(added.secretId) === 1) break;
      await world.sleep(RETRY_MS);
    }
    keys.secret = secret;
    world.note("administrator", "secret", "rotated", name);
    world.scheduler.at(othersEnd + TOLERANCE_MS, name, null, () =>
      probeSecret(world, application, previous),
    );
  };

  let isRotating = false;
  return {
    act: async (applications: readonly Application[]): Promise<void> => {
      const running = servers();
      if (running.length === 0) return;
      const instance = draw.pick(running);
      const application = draw.pick(applications);
      const kind = draw.unit();
      // The first client's secret is given by the environment.
      if (kind < 0.2 && application !== applications[0] && !isRotating) {
        isRotating = true;
        await rotateSecret(application);
        isRotating = false;
        return;
      }
      const client = application.keys.client_id;
      const one = kind < 0.4 ? null : draw.pick(CHANGES);
      const name = one?.action ?? "webhook key";
      try {
        if (one === null) await rotateWebhookKey(instance.services);
        else await change(one, instance, client);
        world.note("administrator", name, "done", client);
      } catch {
        world.note("administrator", name, "failed", client);
      }
    },
  };
};
