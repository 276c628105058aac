import type { createApplication } from "./link-session.ts";

type Application = ReturnType<typeof createApplication>;

/** The acknowledged writes of an Item. */
type Entry = { access_token: string; webhook: string | null; report: string | null };

/**
 * Users who link accounts, an application that uses the accounts, and a record of every
 * acknowledged write. A write without a response may have succeeded, so the write is repeated or
 * not counted. `site` receives webhooks.
 */
export const createLedger = (
  { call, send, link, exchange }: Application,
  { site = "https://shop.example" } = {},
) => {
  const webhooks: string[] = [];
  const entries: Entry[] = [];
  const usedPublicTokens: string[] = [];
  const deadTokens: string[] = [];
  let sessions = 0;
  let unknown = 0;

  const invalidate = async (entry: Entry): Promise<void> => {
    const { access_token } = entry;
    const answer = await send("/item/access_token/invalidate", { access_token });
    deadTokens.push(access_token);
    if (answer.status === 200) entry.access_token = String(answer.body.new_access_token);
    else if (answer.losses > 0 && answer.body.error_code === "INVALID_ACCESS_TOKEN") {
      // The call was carried out, and the new token was lost with the process.
      entries.splice(entries.indexOf(entry), 1);
      unknown++;
    } else throw new Error(JSON.stringify(answer.body));
  };

  /** Takes one user from Link's start to the exchange. Then the application uses the Item. */
  const work = async (): Promise<void> => {
    const public_token = await link();
    const access_token = await exchange(public_token);
    const number = ++sessions;
    usedPublicTokens.push(public_token);
    if (access_token === null) {
      unknown++;
      return;
    }
    const entry: Entry = { access_token, webhook: null, report: null };
    entries.push(entry);
    const webhook = `${site}/${number}`;
    await call("/item/webhook/update", { access_token, webhook });
    entry.webhook = webhook;
    webhooks.push(webhook);
    if (number % 3 === 0) {
      const report = await call("/asset_report/create", {
        access_tokens: [access_token],
        days_requested: 10,
      });
      entry.report = String(report.asset_report_token);
    }
    if (number % 3 === 1) await invalidate(entry);
    if (number % 3 === 2) {
      const { accounts } = await call("/accounts/get", { access_token });
      const [account] = accounts as { account_id: string }[];
      await call("/items/transactions/notify", {
        notifications: [{ access_token, account_id: account?.account_id, new_since: "2026-01-01" }],
      });
    }
  };

  /** Returns the differences from the acknowledged writes. Clears the record for the next round. */
  const faults = async (): Promise<string[]> => {
    const problems: string[] = [];
    const expect = (what: string, actual: unknown, target: unknown) => {
      if (actual !== target) problems.push(`${what} is ${actual}, not ${target}`);
    };
    for (const { access_token, webhook, report } of entries.splice(0)) {
      const { status, body } = await send("/item/get", { access_token });
      expect("/item/get", `${status} ${body.error_code ?? ""}`, "200 ");
      expect("the webhook", (body.item as { webhook?: unknown } | undefined)?.webhook, webhook);
      const { body: auth } = await send("/auth/get", { access_token });
      expect("the number of accounts", (auth.accounts as unknown[] | undefined)?.length, 2);
      if (report === null) continue;
      const answer = await send("/asset_report/get", { asset_report_token: report });
      const isThere = answer.status === 200 || answer.body.error_code === "PRODUCT_NOT_READY";
      expect("the report", isThere, true);
    }
    for (const access_token of deadTokens.splice(0))
      expect(
        "an invalidated token",
        (await send("/item/get", { access_token })).body.error_code,
        "INVALID_ACCESS_TOKEN",
      );
    for (const public_token of usedPublicTokens.splice(0))
      expect(
        "a public token that was exchanged",
        (await send("/item/public_token/exchange", { public_token })).body.error_code,
        "INVALID_PUBLIC_TOKEN",
      );
    return problems;
  };

  return {
    work,
    faults,
    /** The webhooks of acknowledged updates; each must be delivered. */
    webhooks,
    counts: () => ({ sessions, unknown }),
  };
};

/** Repeats work as this many concurrent users until stopped. */
export const startUsers = (work: () => Promise<void>, users: number) => {
  let isOver = false;
  const runs = Array.from({ length: users }, async () => {
    while (!isOver) await work();
  });
  // `end` reports a failure.
  for (const run of runs) run.catch(() => undefined);
  return {
    end: async (): Promise<void> => {
      isOver = true;
      await Promise.all(runs);
    },
  };
};
