import { styleText } from "node:util";
import { redactTokens } from "../../protocol/redact-tokens.ts";
import type { Attempt, Delivery } from "../../server/domain/webhooks/delivery.ts";
import { urlWithoutQuery } from "../../server/domain/webhooks/url-without-query.ts";

type Row = { delivery: Delivery; tries: number; attempt: Attempt | null };

/** How much of a body is shown. */
const MOST_LETTERS = 2000;

const STATES = {
  delivered: ["delivered", "green"],
  waiting: ["waiting", "yellow"],
  given_up: ["given up", "red"],
} as const;

/** The last deliveries for a terminal, a line each, and how many are still to come. */
export const deliveryList = (
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
    timeOf(delivery.createdAt),
    delivery.webhook,
    STATES[delivery.state][0],
    `${tries}`,
    attempt ? answerOf(attempt) : "not sent yet",
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

/** One delivery whole: to whom, what, and each try with its answer. No token is shown. */
export const deliveryDetails = (
  delivery: Delivery,
  body: string,
  attempts: readonly Attempt[],
): string =>
  [
    `id        ${delivery.deliveryId}`,
    `webhook   ${delivery.webhook}`,
    `item      ${delivery.itemId ?? "none"}`,
    `to        ${urlWithoutQuery(delivery.url)}`,
    `created   ${timeOf(delivery.createdAt)}`,
    `state     ${STATES[delivery.state][0]}`,
    "",
    "body",
    indent(redactTokens(JSON.stringify(JSON.parse(body), null, 2)).slice(0, MOST_LETTERS)),
    "",
    `tries     ${attempts.length}`,
    ...attempts.flatMap((attempt) => [
      `  ${timeOf(attempt.at)}  ${answerOf(attempt)}`,
      ...(attempt.excerpt === "" ? [] : [indent(printable(attempt.excerpt), "    ")]),
    ]),
    "",
  ].join("\n");

/** One try as a line of `tail`. */
export const attemptLine = (delivery: Delivery, number: number, attempt: Attempt): string =>
  [
    timeOf(attempt.at),
    delivery.webhook,
    `→ ${urlWithoutQuery(delivery.url)}`,
    answerOf(attempt),
    ...(number > 1 ? [`(try ${number})`] : []),
    delivery.deliveryId,
  ].join("  ");

/** What came of a try: `200 in 12 ms`. */
export const answerOf = ({ status, failure, ms }: Pick<Attempt, "status" | "failure" | "ms">) =>
  `${status ?? failure} in ${ms} ms`;

const timeOf = (at: number): string =>
  new Date(at).toISOString().replace("T", " ").replace(/\..*$/, "Z");

const indent = (text: string, by = "  "): string => text.replaceAll(/^/gm, by);

/** What a receiver says must not steer the terminal that shows it. */
const printable = (text: string): string => text.replaceAll(/[^\P{Cc}\n]/gu, "·");

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
