import type { CaptchaChallengeResponse, Connection, LoginResponse } from "../protocol/bridge.ts";
import type { MachineEvent } from "./machine/machine-event.ts";
import type { LaterCalls } from "./session-options.ts";

/** Solves a proof of work; rejects with an AbortError when `signal` aborts. */
type Solve = (
  challenge: Record<string, unknown>,
  signal: AbortSignal,
) => Promise<Record<string, unknown>>;

/** The effects that call the bridge once an institution is selected. */
export const laterCalls = (solve: Solve): LaterCalls => ({
  giveConsent: async ({ submit }, { institutionId, version }) => {
    await submit("consent/give", { institution_id: institutionId, version });
    return { type: "consent.recorded" };
  },
  submitCredentials: async ({ submit }, { institutionId, credentials }) =>
    eventOf(await submit("credentials/submit", { institution_id: institutionId, credentials })),
  submitMfa: async ({ submit }, { answers }) => eventOf(await submit("mfa/submit", { answers })),
  selectAccounts: async ({ submit }, { accountIds }) =>
    connected(await submit("accounts/select", { account_ids: accountIds })),
  solveCaptcha: async ({ call, submit }, _, signal) => {
    const { challenge } = await call<CaptchaChallengeResponse>("captcha/challenge", {});
    await submit("captcha/solve", { challenge, solution: await solve(challenge, signal) });
    return { type: "captcha.solved" };
  },
});

const eventOf = ({ challenge, selection, connection }: LoginResponse): MachineEvent => {
  if (challenge) return { type: "mfa.required", challenge };
  if (selection) return { type: "accounts.offered", selection };
  if (connection) return connected(connection);
  throw new Error("the bridge did not say what comes next");
};

const connected = ({
  public_token: publicToken,
  accounts,
  manage_url: manageUrl,
}: Connection): MachineEvent => ({
  type: "item.connected",
  connection: { publicToken, accounts, manageUrl },
});
