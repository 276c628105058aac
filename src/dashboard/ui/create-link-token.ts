import type { TriedCall } from "../../protocol/dashboard/dashboard.ts";
import type { Controller } from "../session/controller.ts";
import { errorText, NO_ANSWER } from "../session/messages.ts";

/** A link token, with its address if Link opens on a page of the server, or a sentence that says why there is none. */
export type NewLinkToken = { linkToken: string; hostedUrl?: string } | { refusal: string };

/** Creates a link token as the client's own server would, by `/link/token/create`; the session replaces the keys. */
export const createLinkToken = async (
  { call }: Pick<Controller, "call">,
  body: object,
): Promise<NewLinkToken> => {
  const outcome = await call<TriedCall>("try", { path: "/link/token/create", body });
  if (outcome.kind === "no-answer") return { refusal: NO_ANSWER };
  if (outcome.kind === "error") return { refusal: errorText(outcome) };
  const { status, body: text } = outcome.answer;
  const { link_token, hosted_link_url, error_message, error_code } = JSON.parse(text ?? "{}");
  return status === 200
    ? { linkToken: link_token, hostedUrl: hosted_link_url }
    : { refusal: `${error_message} (${error_code}).` };
};
