import { z } from "zod";
import type { AddressData, Owner } from "../../../../../protocol/account.ts";
import { type Lines, lineFrom, ownLine } from "../../../../domain/bank-values.ts";
import { ShownText } from "../../values.ts";

const Address = z.object({
  AddressLine: z.array(ShownText).max(10).nullish().catch(null),
  BuildingName: ShownText.optional(),
  BuildingNumber: ShownText.optional(),
  StreetName: ShownText.optional(),
  TownName: ShownText.optional(),
  CountrySubDivision: z
    .union([ShownText, z.array(ShownText).max(10)])
    .nullish()
    .catch(null),
  PostCode: ShownText.optional(),
  Country: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .nullish()
    .catch(null),
});
type Address = z.infer<typeof Address>;

const Party = z.object({
  Name: ShownText.optional(),
  FullLegalName: ShownText.optional(),
  AccountRole: z.string().max(100).nullish().catch(null),
  EmailAddress: z
    .string()
    .max(254)
    .regex(/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u)
    .transform(ownLine)
    .nullish()
    .catch(null),
  Phone: z.string().max(40).nullish().catch(null),
  Mobile: z.string().max(40).nullish().catch(null),
  Address: z.array(Address).max(20).nullish().catch(null),
});
type Party = z.infer<typeof Party>;

/**
 * The parties of an account, or the person who authorized the consent. Banks write a single party
 * directly or in a list.
 */
export const UkParties = z
  .object({
    Data: z
      .object({
        Party: z.union([z.array(Party).max(50), Party.transform((one) => [one])]).nullish(),
      })
      .nullish(),
  })
  .transform(({ Data }) => ({ Data: { Party: Data?.Party ?? [] } }));

/** The parties as owners, principals first. */
export const listOwners = ({ Data }: { Data: { Party: readonly Party[] } }): Lines<Owner>[] =>
  [...Data.Party]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map(toOwner)
    .filter((owner) => Object.values(owner).some((list) => list.length > 0));

const rankOf = ({ AccountRole }: Party): number => (/Principal$/.test(AccountRole ?? "") ? 0 : 1);

function toOwner(party: Party): Lines<Owner> {
  const name = party.FullLegalName ?? party.Name;
  const phones = [
    { text: party.Mobile, type: "mobile" as const },
    { text: party.Phone, type: "home" as const },
  ].flatMap(({ text, type }) => {
    const digits = (text ?? "").replace(/[^\d+]/g, "");
    return /^\+?\d{4,17}$/.test(digits) ? [{ data: ownLine(digits), type }] : [];
  });
  const addresses = (party.Address ?? []).flatMap((address) => toAddress(address) ?? []);
  return {
    names: name ? [name] : [],
    phone_numbers: phones.map((phone, at) => ({ ...phone, primary: at === 0 })),
    emails: party.EmailAddress
      ? [{ data: party.EmailAddress, primary: true, type: "primary" as const }]
      : [],
    addresses: addresses.map((data, at) => ({ data, primary: at === 0 })),
  };
}

function toAddress(address: Address): Lines<AddressData> | null {
  const lines = [
    ...(address.AddressLine ?? []),
    address.BuildingName,
    lineFrom([address.BuildingNumber, address.StreetName].filter(Boolean).join(" ")),
  ].flatMap((line) => line ?? []);
  const data: Lines<AddressData> = {
    street: lineFrom(lines.join(", ")),
    city: address.TownName ?? null,
    region: [address.CountrySubDivision].flat()[0] ?? null,
    postal_code: address.PostCode ?? null,
    country: lineFrom(address.Country?.toUpperCase()),
  };
  return Object.values(data).some((part) => part !== null) ? data : null;
}
