type Reference = { iban?: string; currency?: string };
export type Access = {
  accounts?: Reference[];
  balances?: Reference[];
  transactions?: Reference[];
  allPsd2?: string;
};

/** A request for a consent. */
export type ConsentRequest = {
  access?: Access;
  recurringIndicator?: boolean;
  validUntil?: string;
  frequencyPerDay?: number;
  combinedServiceIndicator?: boolean;
};

type Place = {
  has(deviation: string): boolean;
  headers: Headers;
  approach: "oauth" | "redirect";
  today: string;
  /** The last allowed day of a consent. */
  longest: string;
};

/** The code and words that refuse a consent request; null for a valid request. */
export const consentFault = (
  request: ConsentRequest,
  { has, headers, approach, today, longest }: Place,
): readonly [code: string, words: string] | null => {
  const { access, recurringIndicator, combinedServiceIndicator } = request;
  const { validUntil = "", frequencyPerDay = 0 } = request;
  const lists = [access?.accounts, access?.balances, access?.transactions];
  const isNamed = lists.some((list) => (list ?? []).some(({ iban }) => iban !== undefined));
  const isOfAll = access?.allPsd2 !== undefined;
  const wrong: [isWrong: boolean, words: string][] = [
    [!headers.has("psu-ip-address"), "PSU-IP-Address is missing"],
    [approach === "redirect" && !headers.has("tpp-redirect-uri"), "TPP-Redirect-URI is missing"],
    [has("psu-id-forbidden") && headers.has("psu-id"), "PSU-ID"],
    [
      has("psu-id-type-needed") && headers.get("psu-id-type") !== "DE_ONLB_DB",
      "PSU-ID-Type is missing",
    ],
    [access === undefined, "access is missing"],
    [typeof recurringIndicator !== "boolean", "recurringIndicator is missing"],
    [typeof combinedServiceIndicator !== "boolean", "combinedServiceIndicator is missing"],
    [!/^\d{4}-\d\d-\d\d$/.test(validUntil) || validUntil < today, "validUntil is no day to come"],
    [frequencyPerDay < 1 || frequencyPerDay > 4, "frequencyPerDay is not from 1 to 4"],
    [validUntil > longest && validUntil !== "9999-12-31", `validUntil is later than ${longest}`],
  ];
  const [, words] = wrong.find(([isWrong]) => isWrong) ?? [];
  if (words !== undefined) return ["FORMAT_ERROR", words];
  const unsupported =
    (has("no-global-consent") && isOfAll) ||
    (has("global-consent-only") && !isOfAll) ||
    (has("detailed-consent-only") && !isNamed);
  return unsupported ? ["PARAMETER_NOT_SUPPORTED", "access"] : null;
};
