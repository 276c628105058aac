// The kinds of load: each prepares its data, and has one operation, timed from the moment when it was due.

import { createServer } from "node:http";
import { issuePublicToken } from "../../../dist/bench/parts.js";
import { walkLink } from "../../api/walk.mjs";

const ITEMS = 100;
const AHEAD = 500;
const READS = ["/auth/get", "/accounts/get", "/transactions/get", "/item/get"];
const PERIOD = { start_date: "2024-01-01", end_date: "2099-12-31", options: { count: 100 } };

/** Links Items over the API; returns their access tokens. */
const linkItems = async ({ call, keys }, count = ITEMS) => {
  const tokens = [];
  while (tokens.length < count) {
    const public_token = await walkLink(call, keys);
    tokens.push(await call("/item/public_token/exchange", { ...keys, public_token }));
  }
  return tokens;
};

/** Reads of four endpoints in turn, of a hundred Items; a page of a hundred transactions is one of the four. */
const reads = async (bed) => {
  const items = await linkItems(bed);
  await bed.jobsDone();
  let next = 0;
  return {
    operate: async () => {
      const path = READS[next % READS.length];
      const { access_token } = items[Math.floor(next++ / READS.length) % items.length];
      const more = path === "/transactions/get" ? PERIOD : {};
      await bed.call(path, { ...bed.keys, access_token, ...more });
    },
  };
};

/** A public token into an access token; the tokens are issued by a process of the same store. */
const exchanges = async (bed) => {
  const items = await linkItems(bed);
  await bed.jobsDone();
  const waiting = [];
  let refill = null;
  const issue = async () => {
    const tokens = Array.from({ length: AHEAD }, (_, n) =>
      issuePublicToken(bed.services, {
        itemId: items[n % items.length].item_id,
        clientId: bed.client.clientId,
      }),
    );
    for (const { record } of tokens) await bed.services.store.publicTokens.issue(record);
    waiting.push(...tokens.map(({ token }) => token));
    refill = null;
  };
  await issue();
  return {
    operate: async () => {
      if (waiting.length < AHEAD / 2) refill ??= issue();
      if (waiting.length === 0) await refill;
      await bed.call("/item/public_token/exchange", {
        ...bed.keys,
        public_token: waiting.pop(),
      });
    },
    close: () => refill,
  };
};

/** A user in Link, from the link token to the public token; the Item's pulls and webhooks come with it. */
const links = async (bed) => {
  const receiver = await startReceiver();
  return {
    operate: () => walkLink(bed.call, bed.keys, { webhook: receiver.url }),
    facts: () => `${receiver.count()} webhooks arrived`,
    close: receiver.close,
  };
};

const RECEIVERS = 8;

/** A webhook from its row in the store to its receiver; there are eight receivers, since each has a lane. */
const webhooks = async ({ services, client }) => {
  const receivers = await Promise.all(Array.from({ length: RECEIVERS }, startReceiver));
  let next = 0;
  return {
    operate: async () => {
      const assetReportId = `report-${next++}`;
      const receiver = receivers[next % RECEIVERS];
      const arrival = receiver.arrivalOf(assetReportId);
      await services.store.jobs.add(
        services.webhooks.forClient(
          { clientId: client.clientId, webhook: receiver.url },
          { name: "ASSETS:PRODUCT_READY", assetReportId, reportType: "FULL" },
        ),
      );
      await arrival;
    },
    close: () => {
      for (const receiver of receivers) receiver.close();
    },
  };
};

async function startReceiver() {
  let count = 0;
  const arrivals = new Map();
  const server = createServer((incoming, response) => {
    let text = "";
    incoming.setEncoding("utf8").on("data", (piece) => {
      text += piece;
    });
    incoming.once("end", () => {
      response.end("ok");
      count += 1;
      const id = JSON.parse(text).asset_report_id;
      arrivals.get(id)?.();
      arrivals.delete(id);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/hook`,
    count: () => count,
    arrivalOf: (id) => new Promise((resolve) => arrivals.set(id, resolve)),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export const LOADS = { reads, exchanges, links, webhooks };
