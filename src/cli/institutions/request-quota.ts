import {
  QUOTA_UNITS,
  type QuotaUnit,
  type RequestQuota,
  reserveOf,
} from "../../server/domain/institutions/request-quota.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";

type Options = { requestsPerDay: string | undefined; requestsCountedBy: string | undefined };

/** The maximum quota. An institution with a higher limit needs no quota. */
const MAX_REQUESTS_PER_DAY = 1_000_000;

/** Returns the request quota of the options; undefined for no limit. */
export const readQuota = ({
  requestsPerDay: text,
  requestsCountedBy,
}: Options): RequestQuota | undefined => {
  if (text === undefined && requestsCountedBy === undefined) return undefined;
  if (text === undefined)
    throw new SettingsError("--requests-counted-by needs --requests-per-day, which says how many");
  const requestsPerDay = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (requestsPerDay < 1 || requestsPerDay > MAX_REQUESTS_PER_DAY)
    throw new SettingsError(
      `--requests-per-day must be a whole number from 1 to ${MAX_REQUESTS_PER_DAY}`,
    );
  const countedBy = QUOTA_UNITS.find((unit) => unit === (requestsCountedBy ?? "customer"));
  if (countedBy === undefined)
    throw new SettingsError(
      `--requests-counted-by must be one of ${QUOTA_UNITS.join(", ")}, not ${requestsCountedBy}`,
    );
  return { requestsPerDay, countedBy };
};

const UNIT_WORDS: Record<QuotaUnit, string> = {
  customer: "for each customer",
  endpoint: "to each endpoint for each customer",
  client: "for all customers together",
};

/** Describes a quota. */
export const quotaWords = ({ requestsPerDay, countedBy }: RequestQuota): string =>
  `${requestsPerDay} in 24 hours ${UNIT_WORDS[countedBy]}, ` +
  `${reserveOf(requestsPerDay)} of them for users alone`;
