import { expect, test } from "vitest";
import { loadEndpoints } from "../../server/api/index.ts";
import { ERROR_ADVICE } from "./error-advice.ts";
import { ERROR_ACTIONS, ERROR_HELP, type ErrorHelp } from "./error-help.ts";
import { ERRORS, type ErrorCode, linkError } from "./errors.ts";

const endpoints = await loadEndpoints();

const codes = Object.keys(ERRORS) as ErrorCode[];

test("docs/errors.md is the catalogue: each code, when it comes and what to do", async () => {
  await expect(errorsPage()).toMatchFileSnapshot("../../../docs/errors.md");
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
    "`display_message` is for the end user, and null if they can do nothing about it. The words of",
    "both may change. A 429 or 503 says in its `Retry-After` header how many seconds to wait. A 503 with",
    "`Service-Should-Retry: true` was sent before the call was run: a write can be repeated, too.",
    "",
    ...types.flatMap((type) => [`## ${type}`, "", HEAD, RULE, ...listRows(type), ""]),
    "## Actions in Link",
    "",
    "The help for the user in Link after each error, by `src/protocol/errors/error-help.ts`. After any other",
    "error they may choose another institution. When an existing Item is updated there is no other",
    "institution: in its place they may try again.",
    "",
    "| Help | Errors | First action | Further actions |",
    "|---|---|---|---|",
    ...Object.entries(HELP).map(([help, words]) => helpRow(help as ErrorHelp, words)),
    "",
    "A test makes this page from `src/protocol/errors/errors.ts` and the statuses of the endpoints.",
    "",
  ].join("\n");
}

/** The help in words; for a help without an error view, its first action. */
const HELP: Record<ErrorHelp, [help: string, first?: string]> = {
  form: ["The form again", "Correct the form, or sign in at the institution again"],
  answer: ["The challenge again", "Answer again"],
  captcha: ["A captcha", "Solve the captcha"],
  "sign-in": ["The institution's sign-in", "Sign in at the institution again"],
  again: ["Try again"],
  bank: ["The institution's own site"],
  another: ["Another institution"],
  close: ["The end of the session"],
};

const ACTION_WORDS = {
  again: "Try again",
  bank: "Go to the institution's site",
  another: "Choose another institution",
  close: "Close",
};

function helpRow(help: ErrorHelp, [words, only]: [string, string?]): string {
  const codes = Object.entries(ERROR_HELP).flatMap(([code, kind]) => (kind === help ? code : []));
  const actions = help in ERROR_ACTIONS ? ERROR_ACTIONS[help as keyof typeof ERROR_ACTIONS] : [];
  const [first, ...others] = actions.map((action) => ACTION_WORDS[action]);
  return `| ${words} | ${codes.map((code) => `\`${code}\``).join(", ")} | ${first ?? only} | ${others.join(", ")} |`;
}

const HEAD = "| `error_code` | HTTP | When | Remedy | Text for the user |";
const RULE = "|---|---|---|---|---|";

function listRows(type: string): string[] {
  return codes
    .filter((code) => ERRORS[code].type === type)
    .map((code) => ({ code, ...linkError(code) }))
    .sort((a, b) => (a.error_code < b.error_code ? -1 : 1))
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
