import { expect, test } from "vitest";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { Connector } from "../connectors/connector.ts";
import type { LoginStep } from "../connectors/login-step.ts";
import { Fault } from "../fault.ts";
import { countRequests, createRequestCounter } from "./request-counter.ts";

const DONE: LoginStep = { at: "accounts", accounts: [] };
const AT_CHALLENGE: LoginStep = {
  at: "challenge",
  challenge: { type: "code", sent_to: null },
  progress: "",
};
const AT_BANK = { at: "redirect", url: "https://bank.example", progress: "" } as const;
const APPROVAL = {
  at: "approval",
  progress: "",
  code: "BCDF",
  lifetimeMs: 1,
  intervalMs: 1,
} as const;
const PENDING = { at: "pending", slowDown: false } as const;

type Step = LoginStep | typeof AT_BANK | typeof APPROVAL | typeof PENDING | ErrorCode;

/** Runs a sign-in with the given outcomes of its steps; returns the counts. */
const counts = async (...steps: Step[]) => {
  const queue = [...steps];
  const next = async (): Promise<never> => {
    const step = queue.shift();
    if (typeof step === "string") throw new Fault(step);
    return step as never;
  };
  const fail = async (): Promise<never> => {
    throw new Error("nobody asks");
  };
  const connector: Connector = {
    institutions: () => [],
    ...{ start: next, answer: next },
    redirect: { host: fail, finish: next },
    approval: { poll: next },
    ...{
      transactions: fail,
      balances: fail,
      identity: fail,
      matchesDeposits: fail,
    },
  };
  const counter = createRequestCounter(() => 0);
  const connectorWithCount = countRequests(connector, counter);
  for (const [at, step] of steps.entries()) {
    const isPoll = steps[0] === APPROVAL;
    const call =
      at === 0
        ? connectorWithCount.start("ins_1", {})
        : steps[0] === AT_BANK
          ? connectorWithCount.redirect?.finish("ins_1", {}, "", {}, "/")
          : isPoll
            ? connectorWithCount.approval?.poll("ins_1", {}, "")
            : connectorWithCount.answer("ins_1", {}, "", []);
    if (typeof step === "string") await expect(call).rejects.toThrow();
    else await call;
  }
  const [count = { succeeded: 0, failed: 0 }] = counter.drain();
  return [count.succeeded, count.failed];
};

test.each<[string, Step[], [number, number]]>([
  ["that is done at once", [DONE], [1, 0]],
  ["with challenges and a wrong answer", [AT_CHALLENGE, "INVALID_MFA", AT_CHALLENGE, DONE], [1, 0]],
  ["at the institution's own site", [AT_BANK, DONE], [1, 0]],
  [
    "in the institution's app, with many polls",
    [APPROVAL, PENDING, PENDING, PENDING, DONE],
    [1, 0],
  ],
  ["after a captcha", ["RECAPTCHA_REQUIRED", DONE], [1, 0]],
  ["that its user refuses", [AT_BANK, "OAUTH_USER_CANCELLED"], [1, 0]],
  ["with a wrong password", ["INVALID_CREDENTIALS"], [1, 0]],
  ["that its user leaves", [APPROVAL, PENDING, PENDING], [0, 0]],
  ["in which the institution fails", [AT_CHALLENGE, "INSTITUTION_NOT_RESPONDING"], [0, 1]],
  ["that is down from the start", ["INSTITUTION_DOWN"], [0, 1]],
  ["that fails for us", ["INTERNAL_SERVER_ERROR"], [0, 0]],
])("a sign-in %s counts once at most", async (_, steps, total) => {
  expect(await counts(...steps)).toEqual(total);
});
