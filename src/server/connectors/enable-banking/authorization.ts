import { z } from "zod";
import type { Language } from "../../../protocol/vocabulary.ts";
import { DAY_MS } from "../../domain/calendar.ts";
import { Fault } from "../../domain/fault.ts";
import type { AggregatedBank } from "../../domain/institutions/aggregator.ts";
import type { ApiClient, Refusal } from "./client.ts";
import { redirectRefusal, toFault } from "./refusals.ts";
import { Authorization } from "./values.ts";

/** A margin in ms, since a consent that ends exactly at the maximum may be refused. */
const MARGIN_MS = 60_000;

/** The duration of a consent at a bank without a stated maximum. */
const DEFAULT_MS = 90 * DAY_MS;

export type PsuType = "personal" | "business";

/** The kind of person who signs in: private, unless a bank only serves companies. */
export const psuTypeOf = ({ psuTypes }: AggregatedBank, wanted: string | undefined): PsuType => {
  const chosen = psuTypes.find((type) => type === wanted);
  return (
    chosen ?? (psuTypes.length > 0 && !psuTypes.includes("personal") ? "business" : "personal")
  );
};

/**
 * The sign-in method to name: a redirect, if the bank has other methods that it might choose.
 * Otherwise none, since the aggregator's own page handles all methods.
 */
export const findAuthMethod = (
  { authMethods }: AggregatedBank,
  psuType: PsuType,
): string | undefined => {
  const visible = authMethods.filter(
    (method) => !method.isHidden && (method.psuType === null || method.psuType === psuType),
  );
  const redirect = visible.find(({ approach, name }) => approach === "REDIRECT" && name !== null);
  return visible.some(({ approach }) => approach !== "REDIRECT")
    ? (redirect?.name ?? undefined)
    : undefined;
};

export type AuthorizationRequest = {
  bank: AggregatedBank;
  psuType: PsuType;
  state: string;
  redirectUri: string;
  language: Language | undefined;
  headers: Readonly<Record<string, string>>;
};

/** Starts an authorization; returns the sign-in address, and the requested end of the consent. */
export const startAuthorization = async (
  api: ApiClient,
  request: AuthorizationRequest,
  now: number,
): Promise<{ url: string; askedUntil: number }> => {
  const { bank, psuType } = request;
  let method = findAuthMethod(bank, psuType);
  let askedUntil =
    now + (bank.consentSeconds === null ? DEFAULT_MS : lengthWithin(bank.consentSeconds));
  const post = () => postAuthorization(api, request, method, askedUntil);
  let answer = await post();
  const allowed = answer.refusal && allowedSeconds(answer.refusal);
  if (allowed) {
    askedUntil = now + lengthWithin(allowed);
    answer = await post();
  }
  // The aggregator's own page asks for the fields that a method needs.
  if (answer.refusal && method !== undefined && isAboutMethod(answer.refusal)) {
    method = undefined;
    answer = await post();
  }
  const { refusal } = answer;
  if (refusal !== null) throw startRefusal(refusal, request, now);
  const result = Authorization.safeParse(answer.body);
  const url = result.success ? URL.parse(result.data.url) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw api.unsupported("/auth", { fields: ["url"] });
  return { url: url.href, askedUntil };
};

/** Returns a consent's duration in ms within a bank's maximum in seconds. */
const lengthWithin = (seconds: number): number =>
  Math.max(seconds * 1000 - MARGIN_MS, seconds * 500);

const isAboutMethod = ({ error, words }: Refusal): boolean =>
  error === "WRONG_CREDENTIALS_PROVIDED" || /auth[_ ]?method|credentials/.test(words);

/** A moment with an offset, or in UTC without one; null for other texts. */
export const momentFrom = (text: string | null | undefined): number | null => {
  const isLocal = /T[\d:.]+$/.test(text ?? "");
  const moment = Date.parse(`${text ?? ""}${isLocal ? "Z" : ""}`);
  return Number.isNaN(moment) ? null : moment;
};

const postAuthorization = (
  api: ApiClient,
  { bank, psuType, state, redirectUri, language, headers }: AuthorizationRequest,
  auth_method: string | undefined,
  validUntil: number,
) =>
  api.call({
    method: "POST",
    path: "/auth",
    endpoint: "/auth",
    headers,
    body: {
      access: {
        valid_until: new Date(validUntil).toISOString().replace("Z", "+00:00"),
        balances: true,
        transactions: true,
      },
      aspsp: { name: bank.name, country: bank.country },
      state,
      redirect_url: redirectUri,
      psu_type: psuType,
      ...(auth_method !== undefined && { auth_method }),
      ...(language && { language }),
    },
  });

/** The maximum in seconds in a refusal's text; null if the text concerns something else. */
const allowedSeconds = ({ status, words }: Refusal): number | null => {
  const seconds = /consent validity[^\d]{1,60}(\d{4,9}) seconds/.exec(words)?.[1];
  return status === 422 && seconds !== undefined ? Number(seconds) : null;
};

function startRefusal(
  refusal: Refusal,
  { bank, redirectUri }: AuthorizationRequest,
  now: number,
): Fault {
  const { error, words } = refusal;
  if (error === "REDIRECT_URI_NOT_ALLOWED" || /redirect.{0,20}not (allowed|registered)/.test(words))
    return redirectRefusal(redirectUri);
  if (error === "WRONG_ASPSP_PROVIDED" || words.includes("wrong aspsp name"))
    return new Fault("INSTITUTION_NO_LONGER_SUPPORTED", {
      message: `the aggregator knows no bank ${bank.name} in ${bank.country} any more`,
    });
  return toFault(refusal, now);
}

/**
 * The progress of a login with the user at the bank: the kind of person, and the previous consent's
 * accounts.
 */
export const Progress = z.object({
  psuType: z.enum(["personal", "business"]),
  language: z.string().optional(),
  /** The end of the consent that was asked for, in ms since 1970. */
  askedUntil: z.number().optional(),
  /** The stored state of the renewed Item. */
  before: z.string().nullable(),
});
