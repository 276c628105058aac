import type { Draw } from "./draw.ts";
import { Lost, type Network } from "./network.ts";
import type { World } from "./world.ts";

type Json = Record<string, unknown>;

/** The keys of a client. */
export type Keys = { client_id: string; secret: string };

const RETRY_MS = 5000;
const MAX_TRIES = 6;

/** How often a call is made twice at once. */
const SHARE_OF_TWINS = 0.15;

/** The calls of an application's server with its current keys. */
export const createApiClient = (
  world: World,
  name: string,
  { keys, network, draw }: { keys: Keys; network: Network; draw: Draw },
) => {
  /** Calls the API once. */
  const post = (path: string, body: Json) =>
    network.send(name, { method: "POST", path, headers: {}, body: { ...keys, ...body } });

  /**
   * Calls until a response other than the server's own failure; null after too many attempts. A
   * loss is a lost or duplicated request, which may have run without this response.
   */
  const call = async (
    path: string,
    body: Json,
  ): Promise<{ body: Json; text?: string; status: number; losses: number } | null> => {
    for (let losses = 0; losses < MAX_TRIES; losses++) {
      try {
        const answer = await post(path, body);
        if (answer.status < 500 && answer.status !== 429)
          return { ...answer, losses: losses + Number(answer.isDoubled) };
      } catch (cause) {
        if (!(cause instanceof Lost)) throw cause;
      }
      await world.sleep(RETRY_MS * 2 ** losses);
    }
    return null;
  };

  /** Calls like `call`, sometimes twice at once, like two processes of an application. */
  const callOnceOrTwice: typeof call = async (path, body) => {
    if (!draw.chance(SHARE_OF_TWINS)) return call(path, body);
    world.scheduler.start(`${name} twin`, null, async () => {
      await call(path, body);
    });
    const answer = await call(path, body);
    return answer && { ...answer, losses: answer.losses + 1 };
  };

  return { post, call, callOnceOrTwice };
};

export type ApiClient = ReturnType<typeof createApiClient>;
