import { type HttpAnswer, type HttpRequest, type Instance, TORN } from "./instance.ts";
import type { World } from "./world.ts";

/** A lost message or response. The sender cannot distinguish these cases. */
export class Lost extends Error {}

/** How long a caller waits for an answer, in ms. */
const PATIENCE_MS = 60_000;

const MAX_LATE_MS = 40_000;

/**
 * The maximum delay between a request and its duplicate, in ms, and the share of simultaneous
 * duplicates.
 */
const MAX_DOUBLE_MS = 5000;
const SHARE_AT_ONCE = 0.5;

/** Observes the requests to a server and its responses, whether or not they arrive. */
type Listener = {
  asked(request: HttpRequest): void;
  served(instance: Instance, request: HttpRequest, answer: HttpAnswer): void;
};

/** Delivers requests to a running server, and returns responses: late, twice, or not at all. */
export const createNetwork = (
  world: World,
  servers: () => readonly Instance[],
  listener: Listener,
) => {
  const draw = world.draw("network");
  const { faults, scheduler } = world;

  const travel = async (where: string): Promise<void> => {
    await world.sleep(draw.between(1, 60));
    if (faults.happens("message late", where)) await world.sleep(draw.between(100, MAX_LATE_MS));
  };

  const serveAt = (instance: Instance, actor: string, request: HttpRequest) =>
    new Promise<HttpAnswer>((resolve, reject) => {
      instance.death.catch(reject);
      scheduler.start(`${instance.name} for ${actor}`, instance, async () => {
        listener.asked(request);
        const answer = await instance.serve(request).catch((cause: unknown) => {
          if (!(cause instanceof Error) || cause.message !== TORN) throw cause;
          return null;
        });
        if (answer === null) {
          world.note(instance.name, toName(request), "torn", actor);
          return reject(new Error(TORN));
        }
        const { error_code: code, request_id: id } = answer.body;
        world.note(
          instance.name,
          toName(request),
          code === undefined ? answer.status : `${answer.status} ${String(code)}`,
          actor,
          String(id ?? ""),
        );
        listener.served(instance, request, answer);
        resolve(answer);
      });
    });

  return {
    /** Sends a request of an actor; throws `Lost` without an answer. */
    send: async (
      actor: string,
      request: HttpRequest,
    ): Promise<HttpAnswer & { isDoubled: boolean }> => {
      const where = `${actor} ${toName(request)}`;
      await travel(where);
      const running = servers().filter(({ isDead }) => !isDead);
      if (running.length === 0) throw new Lost("no server runs");
      if (faults.happens("request lost", where)) {
        await world.sleep(PATIENCE_MS);
        throw new Lost("the request was lost");
      }
      const instance = draw.pick(running);
      const isDoubled = faults.happens("request doubled", where);
      if (isDoubled) {
        // The duplicate arrives at another server at the same moment, or at the same server later.
        const [other = instance, pause] = draw.chance(SHARE_AT_ONCE)
          ? [running.find((one) => one !== instance), 0]
          : [instance, draw.between(1, MAX_DOUBLE_MS)];
        scheduler.at(world.now() + pause, "network", null, async () => {
          if (!other.isDead)
            await scheduler.wait(serveAt(other, actor, request)).catch(() => undefined);
        });
      }
      const answer = await scheduler
        .wait(serveAt(instance, actor, request))
        .catch((cause: unknown) => {
          throw new Lost("the connection broke", { cause });
        });
      if (faults.happens("response lost", where)) {
        await world.sleep(PATIENCE_MS);
        throw new Lost("the response was lost");
      }
      await travel(where);
      return { ...answer, isDoubled };
    },
  };
};

/** The path of a request, without its query and secrets. */
const toName = ({ path }: HttpRequest): string =>
  path.replace(/\?.*/, "").replace(/\/[\w-]{30,}$/, "/:token");

export type Network = ReturnType<typeof createNetwork>;
