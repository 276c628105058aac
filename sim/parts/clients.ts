import { ERASURE_START, eraseClientJob } from "../../src/server/domain/clients/erase-client.ts";
import type { Application } from "../application.ts";
import type { Part, PartContext } from "./part.ts";

const DAY_MS = 86_400_000;

/** The operator removes a client with all its data, once in a seed. */
export const createClients = ({ world, applications, servers, rules }: PartContext): Part => {
  const draw = world.draw("clients");
  const actor = { kind: "operator", name: "operator" } as const;
  let removed: Application | null = null;

  const remove = async (application: Application): Promise<void> => {
    const { client_id: id } = application.keys;
    const [server] = servers();
    if (!server) return;
    application.isRemoved = true;
    rules.forget(application);
    const { store, clock, random } = server.services;
    const jobs = [eraseClientJob({ clock, random }, id, ERASURE_START, 60_000)];
    for (const item of application.items) item.isGone = true;
    const answer = await store
      .transact(async ({ clients, audit }) => {
        const result = await clients.remove(id, { onlyEmpty: false, jobs, now: clock() });
        const action = "client.remove";
        if (result.removed) await audit.append({ at: clock(), actor, subject: id, action });
        return result;
      })
      .catch(() => null);
    // Only a response confirms the removal. A failed removal is repeated.
    if (answer !== null) removed = application;
    world.note("operator", "client", answer === null ? "not removed" : "removed", id);
  };

  return {
    name: "clients",
    meanMs: 8 * DAY_MS,
    act: async () => {
      const [, , last] = applications;
      if (last && removed === null) return remove(last);
      const client = removed && draw.pick(["/institutions/get", "/link/token/create"]);
      if (!removed || !client) return;
      const answer = await removed.call(client, {
        ...{ count: 1, offset: 0, country_codes: ["US"] },
      });
      world.require(
        answer === null || answer.body.error_code === "INVALID_API_KEYS",
        () => `${client} answers to a removed client: ${answer?.status}`,
      );
    },
  };
};
