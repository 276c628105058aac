import type { AccountNumbers } from "../../../../protocol/numbers.ts";
import { accountNumberFrom, bankCodeFrom, bicFrom, ibanFrom } from "../../../domain/bank-values.ts";
import type { BankNumbers } from "../../../domain/connectors/bank-account.ts";
import type { RoutingScheme } from "../catalogue/institution.ts";
import type { Random } from "../random.ts";
import { drawBban, iban } from "./iban.ts";

/**
 * Draws an account's numbers, and their last four digits. `branch` draws the part shared by a
 * person's accounts, `account` the account's own part.
 */
export const drawAccountNumbers = (
  routingScheme: RoutingScheme,
  branch: Random,
  account: Random,
): { numbers: AccountNumbers; mask: string } => {
  switch (routingScheme.country) {
    case "US": {
      const number = account.digits(12);
      const routing = branch.pick(routingScheme.routing);
      const ach = { account: number, routing, wire_routing: routingScheme.wire };
      return { numbers: { ach }, mask: number.slice(-4) };
    }
    case "CA": {
      const number = account.digits(7);
      const { institution } = routingScheme;
      const eft = { account: number, institution, branch: branch.digits(5) };
      return { numbers: { eft }, mask: number.slice(-4) };
    }
    case "GB": {
      const number = account.digits(8);
      const { bic } = routingScheme;
      const sort_code = branch.pick(routingScheme.sortCodes);
      const bban = `${bic.slice(0, 4)}${sort_code}${number}`;
      return {
        numbers: {
          bacs: { account: number, sort_code },
          international: { iban: iban("GB", bban), bic },
        },
        mask: number.slice(-4),
      };
    }
    default: {
      const { country, bank, bic } = routingScheme;
      const number = iban(country, drawBban(country, bank, branch, account));
      return { numbers: { international: { iban: number, bic } }, mask: number.slice(-4) };
    }
  }
};

/** Returns an account's numbers in their kinds' types; throws for an invalid number. */
export const bankNumbers = ({ ach, eft, international, bacs }: AccountNumbers): BankNumbers => ({
  ...(ach && {
    ach: {
      account: known(accountNumberFrom(ach.account)),
      routing: known(bankCodeFrom(ach.routing)),
      wire_routing: ach.wire_routing === null ? null : known(bankCodeFrom(ach.wire_routing)),
    },
  }),
  ...(eft && {
    eft: {
      account: known(accountNumberFrom(eft.account)),
      institution: known(bankCodeFrom(eft.institution)),
      branch: known(bankCodeFrom(eft.branch)),
    },
  }),
  ...(international && {
    international: {
      iban: known(ibanFrom(international.iban)),
      bic: known(bicFrom(international.bic)),
    },
  }),
  ...(bacs && {
    bacs: {
      account: known(accountNumberFrom(bacs.account)),
      sort_code: known(bankCodeFrom(bacs.sort_code)),
    },
  }),
});

function known<T>(value: T | null): T {
  if (value === null) throw new Error("a number has not the form of its kind");
  return value;
}
