import type { TriedCall } from "../../protocol/dashboard-try.ts";
import type { Controller } from "../controller.ts";
import { errorText, NO_ANSWER } from "../messages.ts";

/** A link token, or why there is none, in a sentence. */
export type NewLinkToken = { linkToken: string } | { refusal: string };

/**
 * Makes a link token for the client that is looked at, as its own server would: `/link/token/create` with a
 * body that has no keys, since the session stands for them.
 */
export const createLinkToken = async (
  { call }: Pick<Controller, "call">,
  body: object,
): Promise<NewLinkToken> => {
  const outcome = await call<TriedCall>("try", { path: "/link/token/create", body });
  if (outcome.kind === "no-answer") return { refusal: NO_ANSWER };
  if (outcome.kind === "error") return { refusal: errorText(outcome) };
  const { status, body: text } = outcome.answer;
  const { link_token, error_message, error_code } = JSON.parse(text ?? "{}");
  return status === 200
    ? { linkToken: link_token }
    : { refusal: `${error_message} (${error_code}).` };
};
