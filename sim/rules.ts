import { isDeepStrictEqual } from "node:util";
import type SQLite from "better-sqlite3";
import { openState, type SealedState } from "../src/server/domain/connectors/connector-state.ts";
import { REVOKE_JOB } from "../src/server/domain/connectors/revoke-job.ts";
import type { Usage, UsageBatch } from "../src/server/domain/limits/usage.ts";
import { MAIL_JOB } from "../src/server/domain/mail/mail-job.ts";
import type { Vault } from "../src/server/domain/vault.ts";
import type { AppItem } from "./app-item.ts";
import type { Application } from "./application.ts";
import type { Bank } from "./bank.ts";
import { productOf } from "./billed.ts";
import type { HttpAnswer, HttpRequest, Instance } from "./instance.ts";
import type { World } from "./world.ts";

/** The time after which an abandoned session has no access at its bank, in ms. */
const MAX_UNHELD_MS = 48 * 3_600_000;

/** The rules for all times, and the rules for the end. */
export const createRules = (world: World, reader: SQLite.Database, vault: () => Vault) => {
  const itemsOfTokens = new Map<string, string>();
  /** Answered calls, by Item and product. A dying process may lose calls since its last write. */
  const billed = new Map<string, { sure: number; lost: number }>();
  /**
   * Unanswered calls, by Item and product. A call with a late or missing response may be billed.
   */
  const waiting = new Map<string, number>();
  const forgotten = new Set<string>();
  const unwritten = new Map<Instance, string[]>();
  const batches = new Set<string>();
  const itemsOfAccess = new Map<string, string>();
  const itemsOfDoors = new Map<string, string>();
  const replaced = new Map<string, unknown>();

  const usage = reader.prepare<[], { item_id: string; product: string; count: number }>(
    "select item_id, product, sum(count) as count from usage group by item_id, product",
  );
  const usageOf = reader
    .prepare<[string, string], number>(
      "select sum(count) from usage where item_id = ? and product = ?",
    )
    .pluck();
  const overdue = reader.prepare<[number], { job_id: string; name: string; attempts: number }>(
    "select job_id, name, attempts from job where due_at is not null and due_at < ? limit 1",
  );
  const givenUp = reader.prepare<[], { job_id: string; name: string; payload: string }>(
    // A mail whose code or address has ended is not sent any more.
    `select job_id, name, payload from job where given_up_at is not null
     and not (name = '${MAIL_JOB}' and given_up_at >= json_extract(payload, '$.until')) limit 1`,
  );

  const states = reader.prepare<[string], SealedState & { itemId: string; error: string | null }>(
    `select item_id as itemId, sealed, connector_state.revision, error from connector_state
     join item using (item_id) where institution_id = ? and removed_at is null`,
  );

  const revocations = reader
    .prepare<[string], number>("select count(*) from job where name = ?")
    .pluck();

  const countOf = (key: string) => {
    const count = billed.get(key) ?? { sure: 0, lost: 0 };
    billed.set(key, count);
    return count;
  };

  return {
    /** A door's key, whose calls each read one Item. */
    reads: (key: string, itemId: string): void => void itemsOfDoors.set(key, itemId),
    asked: (request: HttpRequest): void => wait(keyOf(request), 1),
    served: (instance: Instance, request: HttpRequest, answer: HttpAnswer): void => {
      const [path = ""] = request.path.split("?");
      const key = keyOf(request);
      wait(key, -1);
      learnTokens(path, request.body, answer);
      if (key === undefined || answer.status !== 200) return;
      countOf(key).sure++;
      unwritten.set(instance, [...(unwritten.get(instance) ?? []), key]);
    },
    /** The removal of a client erases its usage, too. */
    forget: ({ items }: Application): void => {
      const ids = new Set(items.map(({ itemId }) => itemId));
      for (const key of billed.keys()) if (ids.has(key.split(" ")[0] ?? "")) forgotten.add(key);
    },
    /** A process has written its counts. */
    written: (instance: Instance, rows: readonly Usage[], { writer, number }: UsageBatch): void => {
      // A batch with a lost response is written again.
      const name = `${writer} ${number}`;
      if (batches.has(name)) return;
      batches.add(name);
      const keys = unwritten.get(instance) ?? [];
      for (const { itemId, product, count } of rows)
        for (let times = 0; times < count; times++) {
          const at = keys.indexOf(`${itemId} ${product}`);
          if (at >= 0) keys.splice(at, 1);
        }
    },
    /** A dying process loses its unwritten counts. */
    died: (instance: Instance): void => {
      for (const key of unwritten.get(instance) ?? []) {
        countOf(key).sure--;
        countOf(key).lost++;
      }
      unwritten.delete(instance);
    },
    /** A call is billed at most once. */
    checkUsage: (rows: readonly Usage[]): void => {
      for (const { itemId, product } of rows) {
        const { sure, lost } = countOf(`${itemId} ${product}`);
        const count = Number(usageOf.get(itemId, product) ?? 0);
        world.require(
          count <= sure + lost + (waiting.get(`${itemId} ${product}`) ?? 0),
          () => `${product} of ${itemId} is billed ${count} times for ${sure + lost} answers`,
        );
      }
    },
    /** The rules for a service after enough time without faults. */
    checkEnd: (applications: readonly Application[], banks: readonly Bank[]): void => {
      const job = overdue.get(world.now() - 4 * 3_600_000);
      world.require(job === undefined, () => `the job ${job?.name} ${job?.job_id} is overdue`);
      const dead = givenUp.get();
      world.require(
        dead === undefined,
        () => `the job ${dead?.name} was given up: ${dead?.payload}`,
      );
      const rows = new Map(usage.all().map((row) => [`${row.item_id} ${row.product}`, row.count]));
      for (const [key, { sure }] of billed)
        world.require(
          (rows.get(key) ?? 0) >= sure || forgotten.has(key),
          () => `${key} is billed ${rows.get(key) ?? 0} times for ${sure} answers`,
        );
      for (const application of applications) checkFired(application);
      for (const bank of banks) {
        checkGrants(bank);
        checkErrors(bank);
      }
    },
    checkCopy: (item: AppItem): void => checkCopy(item),
    /** Checks that an application's read by date equals its copy. */
    checkDays: (item: AppItem, listed: readonly object[] | null): void => {
      const copied = [...item.copy.values()];
      const sorted = (all: readonly object[]) => all.map((each) => JSON.stringify(each)).toSorted();
      world.require(
        listed !== null && isDeepStrictEqual(sorted(listed), sorted(copied)),
        () =>
          `${item.itemId}: ${listed?.length} transactions by days are not the ${copied.length} of the sync`,
      );
    },
    /**
     * A customer may end an access that the service has forgotten, so accesses are checked every
     * day.
     */
    checkAccesses: (banks: readonly Bank[]): void => {
      if (Number(revocations.get(REVOKE_JOB)) > 0) return;
      for (const bank of banks) checkGrants(bank, MAX_UNHELD_MS);
    },
  };

  /** A public token gives one Item once. */
  function exchanged(publicToken: string, itemId: string): void {
    const before = itemsOfTokens.get(publicToken);
    world.require(
      before === undefined,
      () => `a public token was exchanged twice: ${before}, ${itemId}`,
    );
    world.require(
      ![...itemsOfTokens.values()].includes(itemId),
      () => `two public tokens of one session give the Item ${itemId}`,
    );
    itemsOfTokens.set(publicToken, itemId);
  }

  /** The billed Item and product of a call, or undefined. */
  function keyOf({ path, body, headers }: HttpRequest): string | undefined {
    const product = productOf(path.split("?")[0] ?? "");
    const itemId =
      findItem(body) ?? itemsOfDoors.get(headers.authorization ?? headers["x-api-key"] ?? "");
    return product === undefined || itemId === undefined ? undefined : `${itemId} ${product}`;
  }

  function wait(key: string | undefined, change: number): void {
    if (key !== undefined) waiting.set(key, Math.max(0, (waiting.get(key) ?? 0) + change));
  }

  /** The Item of a call, by the token in its body. */
  function findItem(body: unknown): string | undefined {
    const { access_token, processor_token, asset_report_token, access_tokens } = (body ??
      {}) as Partial<Tokens>;
    return itemsOfAccess.get(
      String(access_token ?? processor_token ?? asset_report_token ?? access_tokens?.[0]),
    );
  }

  /** Learns the Item of an access token from the response that contains the token. */
  function learnTokens(path: string, body: unknown, { status, body: answer }: HttpAnswer): void {
    if (status !== 200) return;
    if (path === "/item/public_token/exchange") {
      exchanged(String((body as { public_token?: unknown }).public_token), String(answer.item_id));
      itemsOfAccess.set(String(answer.access_token), String(answer.item_id));
    }
    if (path === "/item/import")
      itemsOfAccess.set(String(answer.access_token), String(answer.item_id));
    if (path === "/processor/token/create")
      itemsOfAccess.set(String(answer.processor_token), findItem(body) ?? "");
    if (path === "/asset_report/create" || path === "/asset_report/refresh")
      itemsOfAccess.set(String(answer.asset_report_token), findItem(body) ?? "");
    if (path === "/item/access_token/invalidate") {
      const old = String((body as { access_token?: unknown }).access_token);
      const before = replaced.get(old);
      world.require(
        before === undefined || before === answer.new_access_token,
        () => `an access token of ${itemsOfAccess.get(old)} was replaced twice`,
      );
      replaced.set(old, answer.new_access_token);
      itemsOfAccess.set(String(answer.new_access_token), itemsOfAccess.get(old) ?? "");
    }
  }

  function checkFired({ fired, received, isRemoved }: Application): void {
    if (isRemoved) return;
    const counts = new Map<string, number>();
    for (const body of received.values()) {
      const { webhook_code: code, item_id: itemId } = JSON.parse(body);
      if (code === "DEFAULT_UPDATE") counts.set(itemId, (counts.get(itemId) ?? 0) + 1);
    }
    for (const [itemId, { acknowledged }] of fired)
      world.require(
        (counts.get(itemId) ?? 0) >= acknowledged,
        () =>
          `${acknowledged} webhooks about ${itemId} were caused, ${counts.get(itemId) ?? 0} arrived`,
      );
  }

  /** Each access that a bank still grants belongs to an Item. */
  function checkGrants(bank: Bank, minAgeMs = 0): void {
    const known = vault();
    const held = new Set(
      states
        .all(bank.institutionId)
        .map(({ itemId, error: _, ...state }) => openState({ vault: known }, itemId, state)),
    );
    for (const { username, tokens } of bank.liveGrants(minAgeMs))
      world.require(
        tokens.some((token) => held.has(token)),
        () => `${bank.institutionId} still gives an access of ${username} that no Item has`,
      );
  }

  /** An Item whose newest login is valid at its bank has no error of an older login. */
  function checkErrors(bank: Bank): void {
    const known = vault();
    for (const { itemId, error, ...state } of states.all(bank.institutionId))
      world.require(
        !error || !bank.isLive(openState({ vault: known }, itemId, state)),
        () => `${itemId} has the error ${String(error)}, and its bank accepts its login`,
      );
  }

  /** The sum of all changes equals the bank's data. */
  function checkCopy(item: AppItem): void {
    const error = reader
      .prepare<[string], string | null>("select error from item where item_id = ?")
      .pluck()
      .get(item.itemId);
    world.require(
      !error || item.needsLogin,
      () => `nobody was told that ${item.itemId} has the error ${String(error)}`,
    );
    if (!item.bank || !("customerOf" in item.bank) || error) return;
    const names = item.accounts;
    const { ledger } = item.bank.customerOf(item.username);
    const held = [...ledger.values()]
      .filter(({ accountKey }) => names.includes(accountKey))
      .map(({ name, amount, pending }) => `${name} ${amount} ${pending}`)
      .toSorted();
    const copied = [...item.copy.values()]
      .map(({ name, amount, pending }) => `${String(name)} ${String(amount)} ${String(pending)}`)
      .toSorted();
    const missing = held.filter((line) => !copied.includes(line));
    const extra = copied.filter((line) => !held.includes(line));
    world.require(
      missing.length === 0 && extra.length === 0,
      () =>
        `${item.itemId}: ${missing.length} of the bank's transactions are missing (${missing[0]}), ${extra.length} are too many (${extra[0]})`,
    );
  }
};

export type Rules = ReturnType<typeof createRules>;

type Tokens = Record<"access_token" | "processor_token" | "asset_report_token", unknown> & {
  access_tokens?: unknown[];
};
