import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { lineFrom } from "../../domain/bank-values.ts";
import { DAY_MS, MINUTE_MS } from "../../domain/calendar.ts";
import { Fault } from "../../domain/fault.ts";
import type { Refusal } from "./client.ts";

/** How far the clocks may differ before a refused token is blamed on ours. */
const CLOCK_MARGIN_MS = 2 * MINUTE_MS;

/** Whether a bank's refusal, in any known wording, is a rate limit. */
export const isRateLimit = ({ status, error, words }: Refusal): boolean =>
  status === 429 ||
  error === "ASPSP_RATE_LIMIT_EXCEEDED" ||
  /access[_ ]exceeded|rate[_ ]limit|too many requests|(daily|request) limit|quota/.test(words);

/** Whether a request's period is refused, in any known form. */
export const isPeriodRefusal = ({ status, error, words }: Refusal): boolean =>
  ["WRONG_TRANSACTIONS_PERIOD", "WRONG_DATE_INTERVAL", "PERIOD_INVALID"].includes(error) ||
  words.includes("period_invalid") ||
  (status === 400 && error === "ASPSP_ERROR" && PERIOD_WORDS.test(words));

/** A bank's words for a refused period, under a code that it uses for any failure. */
const PERIOD_WORDS =
  /(requested|transactions?|search|maximum) (time )?period|date range|(period|dates?) (is|are) too (long|old)/;

/** Whether only the state of the session can say what a refusal means. */
export const asksForSession = ({ status, error }: Refusal): boolean =>
  [401, 403, 404].includes(status) ||
  /_SESSION$|^SESSION_|^WRONG_SESSION_STATUS$|^UNAUTHORIZED_ACCESS$/.test(error);

/** The time until midnight UTC, when most banks restart their count. */
const untilMidnight = (now: number): number => DAY_MS - (now % DAY_MS);

const CODES: Readonly<Record<string, ErrorCode>> = {
  ASPSP_TIMEOUT: "INSTITUTION_NOT_RESPONDING",
  ASPSP_ERROR: "INSTITUTION_DOWN",
  ASPSP_PSU_ACTION_REQUIRED: "INSTITUTION_NOT_AVAILABLE",
  ASPSP_ACCOUNT_NOT_ACCESSIBLE: "INSTITUTION_NOT_AVAILABLE",
  EXPIRED_AUTHORIZATION_CODE: "OAUTH_CODE_EXPIRED",
  WRONG_AUTHORIZATION_CODE: "OAUTH_CODE_EXPIRED",
  ALREADY_AUTHORIZED: "OAUTH_CODE_EXPIRED",
};

/** A refusal as our error. */
export const toFault = (refusal: Refusal, now: number): Fault => {
  const { status, error } = refusal;
  const cause = new Error(`${status} ${error || "without an error"} from the aggregator`);
  if (isRateLimit(refusal))
    return new Fault("INSTITUTION_RATE_LIMIT", {
      retryAfterMs: refusal.retryAfterMs ?? untilMidnight(now),
      cause,
    });
  if (error in CODES) return new Fault(CODES[error] ?? "INSTITUTION_DOWN", { cause });
  if (status === 408) return new Fault("INSTITUTION_NOT_RESPONDING", { cause });
  if (status >= 500) return new Fault("INSTITUTION_DOWN", { cause });
  if (status === 401 || status === 403)
    return new Fault("INSTITUTION_REGISTRATION_REQUIRED", {
      message: applicationProblem(refusal) ?? undefined,
      cause,
    });
  return new Fault("INSTITUTION_DOWN", { cause });
};

/**
 * The sentence for an operator with a refused application; null if the refusal concerns something
 * else.
 */
export const applicationProblem = ({ status, error, clockAheadMs }: Refusal): string | null => {
  if (status !== 401 && status !== 403) return null;
  if (clockAheadMs !== null && Math.abs(clockAheadMs) > CLOCK_MARGIN_MS) {
    const minutes = Math.round(Math.abs(clockAheadMs) / MINUTE_MS);
    return `the clock of this machine is ${minutes} minutes ${clockAheadMs > 0 ? "behind" : "ahead"}: set it, since tokens are signed with its time`;
  }
  if (error === "UNAUTHORIZED_IP")
    return "the application takes no requests from this server's IP address: allow it in the control panel";
  return "the aggregator does not accept the application: check its id, that the key is its own, and that it is active in the control panel";
};

/** The refusal of a login whose redirect address the application has not registered. */
export const redirectRefusal = (redirectUri: string): Fault =>
  new Fault("INSTITUTION_REGISTRATION_REQUIRED", {
    message: `the redirect address ${redirectUri} is not registered: add it to the application's list in the aggregator's control panel, exactly so`,
  });

/** The refusal of a good authorization without accounts. */
export const noAccounts = (language: Language): Fault =>
  new Fault("NO_ACCOUNTS", {
    message:
      "the authorization is good, but has no accounts: a restricted application sees those alone that were linked in the aggregator's control panel",
    display: FORM_WORDS[language].aggregator.noAccounts,
  });

/** A bank's words for a customer's cancellation, and for its own refusals. */
const IS_CANCEL =
  /cancel|abort|(reject|declin|denied)\w* by (the )?(user|psu|customer)|(user|psu|customer) (has )?(reject|declin|denied|refus)/i;
const MAY_BE_CANCEL = /reject|declin|denied/i;
const IS_BANKS_OWN =
  /bank|aspsp|credential|contact|block|invalid|expire|time.?out|support|allowed/i;

const isCancel = (said: string): boolean =>
  IS_CANCEL.test(said) || (MAY_BE_CANCEL.test(said) && !IS_BANKS_OWN.test(said));

/** The maximum length of a shown description from a bank. */
const MAX_DESCRIPTION = 200;

/** The refusal of a returning user, in the bank's own words if any. */
export const callbackRefusal = (
  error: string,
  description: string | undefined,
  bank: string,
  language: Language,
): Fault => {
  const words = FORM_WORDS[language].aggregator;
  const said = lineFrom(description?.replaceAll(/[<>]/g, ""), MAX_DESCRIPTION);
  const cause = new Error(
    `the bank sent the user back with ${/^[\w.-]{1,60}$/.test(error) ? error : "an error without a valid code"}`,
  );
  if (error === "access_denied" && (said === null || isCancel(said)))
    return new Fault("OAUTH_USER_CANCELLED", { cause });
  const display = said === null ? words.bankFailed(bank) : words.bankSaid(bank, said);
  if (error === "access_denied")
    return new Fault("INSUFFICIENT_CREDENTIALS", { display, message: display, cause });
  return new Fault("INSTITUTION_DOWN", { display, message: display, cause });
};
