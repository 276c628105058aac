import { z } from "zod";
import { LinkAccount } from "../../../protocol/account.ts";
import { EXIT_STATUSES } from "../../../protocol/exit-status.ts";
import {
  COUNTRY_CODES,
  LANGUAGES,
  LINK_PRODUCTS,
  REPORT_PRODUCTS,
} from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import type { LinkSession, LinkToken as LinkTokenRecord } from "../../domain/link/link-session.ts";
import {
  resultToken,
  type SessionResult,
  sharedAccounts,
} from "../../domain/link/session-result.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { LinkToken } from "../fields.ts";

/** The steps of a session in order. */
const STEPS = ["institution", "credentials", "mfa", "accounts", "connected"] as const;

/** A link token's settings and its session's progress, even after the user has closed the tab. */
export const getLinkToken = endpoint({
  path: "/link/token/get",
  effect: "read",
  products: [],
  summary: "Retrieve a link_token and how far its session has come.",
  description: "It also responds if the token has expired or the user has closed the tab.",
  request: z.strictObject({ link_token: LinkToken }),
  response: z.strictObject({
    link_token: LinkToken,
    created_at: z.iso.datetime(),
    expiration: z.iso.datetime(),
    metadata: z.strictObject({
      initial_products: z.array(z.enum([...LINK_PRODUCTS, ...REPORT_PRODUCTS])),
      webhook: z
        .string()
        .nullable()
        .meta({ examples: ["https://shop.example/webhook"] }),
      country_codes: z.array(z.enum(COUNTRY_CODES)),
      language: z.enum(LANGUAGES),
      redirect_uri: z
        .string()
        .nullable()
        .meta({ examples: [null] }),
      client_name: z.string().meta({ examples: ["Corner Shop"] }),
    }),
    link_sessions: z.array(
      z.strictObject({
        link_session_id: z.string().meta({ examples: ["79e772be-547d-4c9c-8b76-4ac4ed4c441a"] }),
        started_at: z.iso.datetime(),
        finished_at: z.iso.datetime().nullable(),
        /** `connected`, or the next step of a user who left; null otherwise. */
        status: z.enum([...EXIT_STATUSES, "connected"]).nullable(),
        /** The user's current step, or their last one. */
        step: z.enum(STEPS),
        results: z.strictObject({
          /** The Items that the session has connected or renewed, the latest last. */
          item_add_results: z.array(
            z.strictObject({
              public_token: z
                .string()
                .meta({ examples: ["public-sandbox-4b3f1c62-8f0e-4f0c-9b1a-2d7c5e6a9f10"] }),
              institution: z.strictObject({
                institution_id: z.string().meta({ examples: ["ins_109508"] }),
                name: z.string().meta({ examples: ["First Platypus Bank"] }),
              }),
              accounts: z.array(LinkAccount),
            }),
          ),
        }),
      }),
    ),
  }),
  async handle({ link_token }, context) {
    const { client, store } = context;
    const key = digest(link_token);
    const token = await store.linkTokens.byDigest(key);
    if (token?.clientId !== client.clientId) throw new Fault("INVALID_LINK_TOKEN");
    const { config, details, updateItemId } = token;
    const session = await store.sessions.byLinkTokenDigest(key);
    return {
      link_token,
      created_at: time(token.createdAt),
      expiration: time(token.expiresAt),
      metadata: {
        initial_products: updateItemId === null ? initialProducts(token) : [],
        webhook: config.webhook ?? null,
        country_codes: config.countryCodes,
        language: config.language,
        redirect_uri: details.redirectUri,
        client_name: config.clientName,
      },
      link_sessions: session ? [toShape(session, context)] : [],
    };
  },
});

const initialProducts = ({ config, details }: LinkTokenRecord) =>
  details.products.length > 0 ? details.products : config.product;

const time = (ms: number): string => new Date(ms).toISOString();

function toShape(session: LinkSession, context: ApiContext) {
  const { linkSessionId, createdAt, step } = session;
  const isOpen = step.at === "connected" && step.isOpen === true;
  const last = "from" in step ? step.from : step.at;
  // Some institutions take credentials at a redirect.
  const lastStep =
    last === "redirect" || last === "approval" || last === "returned" ? "credentials" : last;
  return {
    link_session_id: linkSessionId,
    started_at: time(createdAt),
    finished_at: "finishedAt" in step && !isOpen ? time(step.finishedAt) : null,
    status:
      step.at === "connected" && !isOpen ? step.at : step.at === "exited" ? step.status : null,
    step: STEPS.find((name) => name === lastStep) ?? ("institution" as const),
    results: { item_add_results: session.results.map((result) => itemAddResult(result, context)) },
  };
}

function itemAddResult(result: SessionResult, context: ApiContext) {
  const { itemId, institutionId: institution_id, sealedAccounts } = result;
  const { directory } = context;
  // An institution may have been removed since its Items were linked.
  const name = directory.has(institution_id) ? directory.get(institution_id).name : institution_id;
  return {
    public_token: resultToken(context, result),
    institution: { institution_id, name },
    accounts: sharedAccounts(context, itemId, sealedAccounts) ?? [],
  };
}
