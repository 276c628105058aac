import { expect, test } from "vitest";
import { endpoints } from "../server/api/index.ts";
import { ERROR_ADVICE } from "./error-advice.ts";
import { ERRORS, type ErrorCode, linkError } from "./errors.ts";

const codes = Object.keys(ERRORS) as ErrorCode[];

test("docs/errors.md is the catalogue: each code, when it comes and what to do", async () => {
  await expect(errorsPage()).toMatchFileSnapshot("../../docs/errors.md");
});

test("the advice for each error is in whole sentences", () => {
  for (const code of codes) {
    expect(ERROR_ADVICE[code]).toMatch(/^[A-Z].*[a-z0-9.]$/);
    expect(ERRORS[code].message).toMatch(/^[a-z].*[a-z0-9]$/i);
  }
});

function errorsPage(): string {
  const types = [...new Set(codes.map((code) => ERRORS[code].type))].sort();
  return [
    "# Errors",
    "",
    "Every refusal is a JSON object, in the API and in Link's `onExit` alike:",
    "",
    "```json",
    JSON.stringify(
      { ...linkError("INVALID_ACCESS_TOKEN"), request_id: "aB3dE6gH9jK2mN5" },
      null,
      2,
    ),
    "```",
    "",
    "Programs go by `error_code`. `error_message` is for a developer and names what was wrong;",
    "`display_message` is for the end user, and null where they can do nothing about it. The words of",
    "both may change. A 429 or 503 says in its `Retry-After` header how many seconds to wait.",
    "",
    ...types.flatMap((type) => [`## ${type}`, "", HEAD, RULE, ...rowsOf(type), ""]),
    "A test makes this page from `src/protocol/errors.ts` and the statuses of the endpoints.",
    "",
  ].join("\n");
}

const HEAD = "| `error_code` | HTTP | When | What to do | What the user reads |";
const RULE = "|---|---|---|---|---|";

function rowsOf(type: string): string[] {
  return codes
    .filter((code) => ERRORS[code].type === type)
    .map((code) => ({ code, ...linkError(code) }))
    .sort((one, other) => (one.error_code < other.error_code ? -1 : 1))
    .map(({ code, error_code, error_message, display_message }) =>
      [
        "",
        ` \`${error_code}\` `,
        ` ${[ERRORS[code].status, ...statusesByPath(code)].join("; ")} `,
        ` ${error_message} `,
        ` ${ERROR_ADVICE[code]} `,
        ` ${display_message ?? ""} `,
        "",
      ]
        .join("|")
        .replaceAll("|  |", "| |"),
    );
}

/** The other statuses of an error, each with the paths that respond with it. */
function statusesByPath(code: ErrorCode): string[] {
  const byStatus = new Map<number, string[]>();
  for (const { path, statuses } of endpoints) {
    const status = statuses?.[code];
    if (status !== undefined) byStatus.set(status, [...(byStatus.get(status) ?? []), path]);
  }
  return [...byStatus].map(
    ([status, paths]) => `${status} at ${paths.map((path) => `\`${path}\``).join(", ")}`,
  );
}
