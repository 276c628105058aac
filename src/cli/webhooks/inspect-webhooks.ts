import { randomBytes } from "node:crypto";
import { styleText } from "node:util";
import { redactTokens } from "../../protocol/redact-tokens.ts";
import { brandOfStart } from "../../server/domain/server-settings.ts";
import type { Services } from "../../server/domain/services.ts";
import type { Attempt, Delivery } from "../../server/domain/webhooks/delivery.ts";
import { DELIVERY_JOB } from "../../server/domain/webhooks/webhook.ts";
import { urlWithoutQuery } from "../../server/domain/webhooks/webhook-url.ts";
import { openVault, readMasterKeys } from "../../server/host/data-folder/master-key.ts";
import { readSettings, SettingsError } from "../../server/host/settings/settings.ts";
import { deliveryJob } from "../../server/webhooks/delivery-job.ts";
import { openDeliveryBody } from "../../server/webhooks/sign-request.ts";
import type { Context } from "../context.ts";
import { withExistingStore } from "../open-existing-store.ts";
import { operator } from "../operator.ts";

/** The services for reading webhooks, and for creating their bodies again. */
export type Parts = Pick<Services, "store" | "vault" | "clock" | "random" | "brand">;

/** Shows the last webhooks and their responses. */
export const listWebhooks = async (
  { data, count }: { data: string; count: string },
  context: Context,
): Promise<void> => {
  if (!/^[1-9]\d{0,3}$/.test(count))
    throw new SettingsError(`--count must be a number from 1 to 9999, not ${count}`);
  await withParts(data, context, async ({ store }) => {
    const deliveries = await store.deliveries.latest(Number(count));
    const queueLength = await store.jobs.count(DELIVERY_JOB);
    context.out(deliveryList(deliveries, queueLength, context.hasColors));
  });
};

/** Shows a webhook with all its attempts. */
export const showWebhook = (id: string, data: string, context: Context): Promise<void> =>
  withParts(data, context, async (parts) => {
    const delivery = await requireDelivery(id, parts);
    const { body } = await openDeliveryBody(delivery, parts);
    const attempts = await parts.store.deliveries.attempts(delivery);
    context.out(deliveryDetails(delivery, body, attempts));
  });

/** Sends a delivered or abandoned webhook again. */
export const replayWebhook = (id: string, data: string, context: Context): Promise<void> =>
  withParts(data, context, async (parts) => {
    const delivery = await requireDelivery(id, parts);
    if (delivery.state === "waiting")
      throw new SettingsError(`${delivery.deliveryId} is still being tried; nothing to replay`);
    const jobs = [deliveryJob(parts, delivery)];
    await parts.store.transact(async ({ deliveries, audit }) => {
      const at = context.clock();
      await deliveries.replay(delivery, at, jobs);
      const record = { action: "webhook.replay", subject: delivery.deliveryId } as const;
      await audit.append({ at, actor: operator(), ...record });
    });
    context.out(`${delivery.webhook} is sent again by the server, or as soon as one runs\n`);
  });

/** Runs `use` on the store of a data folder, with the vault for sealed texts. */
export const withParts = async (
  data: string,
  { variables, clock }: Context,
  use: (parts: Parts) => Promise<void>,
): Promise<void> => {
  const settings = readSettings({ data }, variables);
  await withExistingStore(settings, async (store) => {
    const vault = await openVault(store, readMasterKeys(settings, randomBytes, false), settings);
    const { brand } = await brandOfStart(settings.brand, store);
    return use({
      store,
      vault,
      clock,
      random: randomBytes,
      brand,
    });
  });
};

async function requireDelivery(id: string, { store }: Parts): Promise<Delivery> {
  const delivery = await store.deliveries.byId(id);
  if (!delivery) throw new SettingsError(`there is no webhook ${id}; webhooks list shows them`);
  return delivery;
}

type Row = { delivery: Delivery; tries: number; attempt: Attempt | null };

/** How much of a body is shown. */
const MAX_CHARACTERS = 2000;

const STATES = {
  delivered: ["delivered", "green"],
  waiting: ["waiting", "yellow"],
  given_up: ["given up", "red"],
} as const;

/** The latest deliveries for a terminal, one per line, and the number of pending deliveries. */
const deliveryList = (
  deliveries: readonly Row[],
  queueLength: number,
  hasColors: boolean,
): string => {
  const waits =
    queueLength === 0
      ? ""
      : `\n${queueLength} ${queueLength === 1 ? "waits" : "wait"} to be sent or tried again\n`;
  if (deliveries.length === 0) return `No webhook was sent yet\n${waits}`;
  const rows = deliveries.map(({ delivery, tries, attempt }) => [
    toTime(delivery.createdAt),
    delivery.webhook,
    STATES[delivery.state][0],
    `${tries}`,
    attempt ? describeResponse(attempt) : "not sent yet",
    delivery.deliveryId,
  ]);
  const lines = columns([["created", "webhook", "state", "tries", "last answer", "id"], ...rows]);
  const [head = "", ...body] = lines;
  const withColor = body.map((line, at) => {
    const [words, color] = STATES[deliveries[at]?.delivery.state ?? "waiting"];
    return hasColors ? line.replace(words, styleText(color, words)) : line;
  });
  return `${[head, "─".repeat(Math.max(...lines.map((line) => line.length))), ...withColor].join("\n")}\n${waits}`;
};

/**
 * The details of a delivery: its receiver, its body, and each attempt with its response. Tokens are
 * redacted.
 */
const deliveryDetails = (delivery: Delivery, body: string, attempts: readonly Attempt[]): string =>
  [
    `id        ${delivery.deliveryId}`,
    `webhook   ${delivery.webhook}`,
    `item      ${delivery.itemId ?? "none"}`,
    `to        ${urlWithoutQuery(delivery.url)}`,
    `created   ${toTime(delivery.createdAt)}`,
    `state     ${STATES[delivery.state][0]}`,
    "",
    "body",
    indent(redactTokens(JSON.stringify(JSON.parse(body), null, 2)).slice(0, MAX_CHARACTERS)),
    "",
    `tries     ${attempts.length}`,
    ...attempts.flatMap((attempt) => [
      `  ${toTime(attempt.at)}  ${describeResponse(attempt)}`,
      ...(attempt.excerpt === "" ? [] : [indent(attempt.excerpt, "    ")]),
    ]),
    "",
  ].join("\n");

/** An attempt as a line of `tail`. */
export const attemptLine = (delivery: Delivery, number: number, attempt: Attempt): string =>
  [
    toTime(attempt.at),
    delivery.webhook,
    `→ ${urlWithoutQuery(delivery.url)}`,
    describeResponse(attempt),
    ...(number > 1 ? [`(try ${number})`] : []),
    delivery.deliveryId,
  ].join("  ");

/** Returns the result of a try: `200 in 12 ms`. */
export const describeResponse = ({
  status,
  failure,
  ms,
}: Pick<Attempt, "status" | "failure" | "ms">) => `${status ?? failure} in ${ms} ms`;

const toTime = (at: number): string =>
  new Date(at).toISOString().replace("T", " ").replace(/\..*$/, "Z");

const indent = (text: string, by = "  "): string => text.replaceAll(/^/gm, by);

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths =
    rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
