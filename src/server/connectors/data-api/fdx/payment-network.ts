import { z } from "zod";
import type { AccountNumbers } from "../../../../protocol/numbers.ts";

/** A way to pay into an account and out of it. */
export const FdxPaymentNetwork = z.object({
  bankId: z.string().max(40).nullish(),
  identifier: z.string().max(40).nullish(),
  type: z.string().nullish().catch(null),
});
export type FdxPaymentNetwork = z.infer<typeof FdxPaymentNetwork>;

/** The numbers of an account by the networks that it takes part in; a malformed bank id is left out. */
export const toNumbers = (networks: readonly FdxPaymentNetwork[]): AccountNumbers => {
  const ach = networkOf(networks, "US_ACH", /^\d{9}$/);
  const wire = networkOf(networks, "US_FEDWIRE", /^\d{9}$/);
  // Of Payments Canada: a zero, three digits of the institution, five of the branch.
  const eft = networkOf(networks, "CA_ACSS", /^0?\d{8}$/);
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
  bank: RegExp,
): { bankId: string; identifier: string } | null {
  for (const network of networks) {
    const [bankId, identifier] = [network.bankId ?? "", network.identifier ?? ""];
    if (network.type === type && bank.test(bankId) && /^[0-9A-Za-z-]+$/.test(identifier))
      return { bankId, identifier };
  }
  return null;
}
