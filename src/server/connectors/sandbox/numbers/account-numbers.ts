import type { AccountNumbers } from "../../../../protocol/numbers.ts";
import type { RoutingScheme } from "../catalogue/institution.ts";
import type { Random } from "../random.ts";
import { drawBban, iban } from "./iban.ts";

/**
 * Draws the numbers of an account, and the last four digits to show. `branch` draws the part that all of a
 * person's accounts share, `account` the part of this account.
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
