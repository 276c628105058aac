import type { AccountNumbers } from "../../../../protocol/numbers.ts";
import { iban } from "../numbers/iban.ts";
import type { CustomNumbers } from "./custom-account.ts";

/** The fields of each network's numbers, and their formats. */
const FORMATS: { [N in keyof AccountNumbers]-?: { [F in keyof CustomNumbers]: RegExp } } = {
  ach: { account: /^\d{4,17}$/, ach_routing: /^\d{9}$/, ach_wire_routing: /^\d{9}$/ },
  eft: { account: /^\d{7,12}$/, eft_institution: /^\d{3}$/, eft_branch: /^\d{5}$/ },
  international: {
    international_iban: /^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/,
    international_bic: /^[A-Z]{6}[0-9A-Z]{2}([0-9A-Z]{3})?$/,
  },
  bacs: { account: /^\d{8}$/, bacs_sort_code: /^\d{6}$/ },
};

/** The problems of overrides of an account's numbers, as sentences about fields. */
export const problemsWith = (overrides: CustomNumbers, own: AccountNumbers): string[] => {
  const networks = Object.keys(own) as (keyof AccountNumbers)[];
  const formats = new Map(networks.flatMap((network) => Object.entries(FORMATS[network])));
  return Object.entries(overrides).flatMap(([field, number]) => {
    const format = formats.get(field);
    if (!format) return `${field} is not a number that this account has`;
    return format.test(number) ? [] : `${field} does not have the form of such a number`;
  });
};

/** An account's numbers with overrides. */
export const withNumbers = (
  { ach, eft, international, bacs }: AccountNumbers,
  overrides: CustomNumbers,
): AccountNumbers => {
  const numbers: AccountNumbers = {};
  if (ach)
    numbers.ach = {
      account: overrides.account ?? ach.account,
      routing: overrides.ach_routing ?? ach.routing,
      wire_routing: overrides.ach_wire_routing ?? ach.wire_routing,
    };
  if (eft)
    numbers.eft = {
      account: overrides.account ?? eft.account,
      institution: overrides.eft_institution ?? eft.institution,
      branch: overrides.eft_branch ?? eft.branch,
    };
  if (bacs)
    numbers.bacs = {
      account: overrides.account ?? bacs.account,
      sort_code: overrides.bacs_sort_code ?? bacs.sort_code,
    };
  if (international) {
    const bic = overrides.international_bic ?? international.bic;
    // A British IBAN is made of the other numbers, and has to go on agreeing with them.
    const own = numbers.bacs
      ? iban("GB", `${bic.slice(0, 4)}${numbers.bacs.sort_code}${numbers.bacs.account}`)
      : international.iban;
    numbers.international = { iban: overrides.international_iban ?? own, bic };
  }
  return numbers;
};
