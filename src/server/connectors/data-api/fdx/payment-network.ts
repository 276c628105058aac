import { z } from "zod";
import type { AccountNumbers } from "../../../../protocol/numbers.ts";
import { isRoutingNumber } from "../../../domain/items/routing-number.ts";

/** A network for payments into and out of an account. */
export const FdxPaymentNetwork = z.object({
  bankId: z.string().max(40).nullish(),
  identifier: z.string().max(40).nullish(),
  type: z.string().nullish().catch(null),
});
export type FdxPaymentNetwork = z.infer<typeof FdxPaymentNetwork>;

/** The numbers of an account by the networks that it takes part in; a bank id that cannot be is left out. */
export const toNumbers = (networks: readonly FdxPaymentNetwork[]): AccountNumbers => {
  const ach = networkOf(networks, "US_ACH", isRoutingNumber);
  const wire = networkOf(networks, "US_FEDWIRE", isRoutingNumber);
  // Payments Canada: a zero, three digits of the institution, five of the branch.
  const eft = networkOf(networks, "CA_ACSS", (bankId) => /^0?\d{8}$/.test(bankId));
  const eftBank = eft?.bankId.slice(-8) ?? "";
  return {
    ...(ach && {
      ach: { account: ach.identifier, routing: ach.bankId, wire_routing: wire?.bankId ?? null },
    }),
    ...(eft && {
      eft: {
        account: eft.identifier,
        institution: eftBank.slice(0, 3),
        branch: eftBank.slice(3),
      },
    }),
  };
};

function networkOf(
  networks: readonly FdxPaymentNetwork[],
  type: string,
  isBank: (bankId: string) => boolean,
): { bankId: string; identifier: string } | null {
  for (const network of networks) {
    const [bankId, identifier] = [network.bankId ?? "", network.identifier ?? ""];
    if (network.type === type && isBank(bankId) && /^[0-9A-Za-z-]+$/.test(identifier))
      return { bankId, identifier };
  }
  return null;
}
