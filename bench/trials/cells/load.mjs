// A load of Item writes and reads by several clients, and what each of them got.

import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { send } from "../../api/walk.mjs";

const BANK = { institution_id: "ins_109508" };

/** Starts users of a client, each of whom links an Item, reads it, and begins again. */
export const startLoad = ({ clients, port, users = 2, webhook, pauseMs = 20 }) => {
  const agent = new Agent({ keepAlive: true });
  const results = new Map(
    clients.map(({ client_id }) => [
      client_id,
      { ok: 0, statuses: new Map(), refused: [], items: [] },
    ]),
  );
  let isStopped = false;
  const callAs = async (keys, path, body) => {
    const result = results.get(keys.client_id);
    const answer = await send(agent, port, path, { ...keys, ...body }).catch((failure) => ({
      status: failure.code ?? failure.message,
    }));
    if (answer.status === 200) {
      result.ok++;
      return JSON.parse(answer.text);
    }
    result.statuses.set(answer.status, (result.statuses.get(answer.status) ?? 0) + 1);
    result.refused.push({ at: performance.now(), ...answer });
    return null;
  };
  const live = async (keys) => {
    const result = results.get(keys.client_id);
    while (!isStopped) {
      const created = await callAs(keys, "/sandbox/public_token/create", {
        ...BANK,
        initial_products: ["auth"],
        ...(webhook && { options: { webhook } }),
      });
      const exchanged =
        created &&
        (await callAs(keys, "/item/public_token/exchange", { public_token: created.public_token }));
      if (exchanged) {
        const { access_token, item_id } = exchanged;
        result.items.push({ access_token, item_id });
        await callAs(keys, "/item/get", { access_token });
        if (webhook)
          await callAs(keys, "/sandbox/item/fire_webhook", {
            access_token,
            webhook_code: "DEFAULT_UPDATE",
          });
      }
      await pause(created ? pauseMs : 100);
    }
  };
  const all = Promise.all(
    clients.flatMap((keys) => Array.from({ length: users }, () => live(keys))),
  );
  return {
    results,
    stop: async () => {
      isStopped = true;
      await all;
      agent.destroy();
    },
  };
};

/** Reads all acknowledged Items; returns how many are lost. */
export const countLost = async (keys, items, port) => {
  const agent = new Agent({ keepAlive: true });
  let lost = 0;
  for (const { access_token, item_id } of items) {
    const { status, text } = await send(agent, port, "/item/get", { ...keys, access_token });
    if (status !== 200 || JSON.parse(text).item.item_id !== item_id) lost++;
  }
  agent.destroy();
  return lost;
};

/** How long a client was refused, in s, from the first refusal to the last. */
export const refusedSeconds = ({ refused }) =>
  refused.length === 0 ? 0 : (refused.at(-1).at - refused[0].at) / 1000;
