import { z } from "zod";
import type { AddressData, Owner } from "../../../../../protocol/account.ts";
import { type Line, type Lines, lineFrom, ownLine } from "../../../../domain/bank-values.ts";
import { ShownText } from "../../values.ts";

const Name = z
  .object({
    first: ShownText.optional(),
    middle: ShownText.optional(),
    last: ShownText.optional(),
    suffix: ShownText.optional(),
    company: ShownText.optional(),
  })
  .nullish()
  .catch(null);

const Holder = z.object({ name: Name, relationship: z.string().nullish().catch(null) });

const Address = z.object({
  line1: ShownText.optional(),
  line2: ShownText.optional(),
  line3: ShownText.optional(),
  city: ShownText.optional(),
  /** Named `state` before FDX 5. */
  region: ShownText.optional(),
  state: ShownText.optional(),
  postalCode: ShownText.optional(),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .nullish()
    .catch(null),
});
type Address = z.infer<typeof Address>;

const Telephone = z.object({
  type: z.string().nullish().catch(null),
  network: z.string().nullish().catch(null),
  country: z.coerce.string().max(10).nullish().catch(null),
  number: z.coerce.string().max(40).nullish().catch(null),
});
type Telephone = z.infer<typeof Telephone>;

/** The maximum number of a list's contacts; further ones are left out. */
const MAX_ENTRIES = 50;

const firstEntries = (list: unknown): unknown =>
  Array.isArray(list) ? list.slice(0, MAX_ENTRIES) : list;

/** A list without the entries that fail to parse, since no account depends on a contact. */
const lenientList = <T>(entry: z.ZodType<T>) =>
  z
    .preprocess(firstEntries, z.array(entry.nullable().catch(null)))
    .transform((entries) => entries.filter((entry) => entry !== null))
    .nullish()
    .catch(null);

/** The holders of an account and their contacts. FDX does not assign contacts to holders. */
export const FdxContact = z.object({
  holders: lenientList(Holder),
  emails: lenientList(
    z
      .string()
      .regex(/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u)
      .max(254)
      .transform(ownLine),
  ),
  addresses: lenientList(Address),
  telephones: lenientList(Telephone),
});
export type FdxContact = z.infer<typeof FdxContact>;

/**
 * The signed-in customer. `email` exists since FDX 4.6; the other fields are those of an account.
 */
export const FdxCustomer = z.object({
  customerId: z.string().max(256).nullish().catch(null),
  name: Name,
  email: z.union([FdxContact.shape.emails, ShownText]).nullish().catch(null),
  addresses: FdxContact.shape.addresses,
  telephones: FdxContact.shape.telephones,
});
export type FdxCustomer = z.infer<typeof FdxCustomer>;

type BankOwner = Lines<Owner>;

/** The owners of an account, the primary holder first, each with all contacts. */
export const toOwners = ({ holders, emails, addresses, telephones }: FdxContact): BankOwner[] => {
  const byRank = [...(holders ?? [])].sort((a, b) => rankOf(a) - rankOf(b));
  const contacts = {
    phone_numbers: (telephones ?? []).flatMap(toPhone),
    emails: (emails ?? []).map((data, at) => ({
      data,
      primary: at === 0,
      type: at === 0 ? ("primary" as const) : ("secondary" as const),
    })),
    addresses: (addresses ?? []).flatMap(toAddress),
  };
  const names = byRank.flatMap(({ name }) => toName(name) ?? []);
  const [first, ...others] = names;
  const hasContacts = Object.values(contacts).some((entries) => entries.length > 0);
  if (first === undefined && !hasContacts) return [];
  return [
    { names: first === undefined ? [] : [first], ...contacts },
    ...others.map((name) => ({ names: [name], phone_numbers: [], emails: [], addresses: [] })),
  ];
};

/** The customer as owner of all accounts, for an institution without holders. */
export const ownersFrom = ({ name, email, addresses, telephones }: FdxCustomer): BankOwner[] =>
  toOwners({
    holders: name ? [{ name, relationship: "PRIMARY" }] : [],
    emails: [email ?? []].flat(),
    addresses,
    telephones,
  });

const rankOf = ({ relationship }: z.infer<typeof Holder>): number =>
  /^(PRIMARY|SOLE)/.test(relationship ?? "") ? 0 : 1;

function toName(name: z.infer<typeof Name>): Line | null {
  if (!name) return null;
  const parts = [name.first, name.middle, name.last, name.suffix].flatMap((part) => part ?? []);
  return lineFrom(parts.join(" ")) ?? name.company ?? null;
}

function toPhone(
  { type, network, country, number }: Telephone,
  at: number,
): BankOwner["phone_numbers"] {
  const digits = (number ?? "").replace(/[^\d+]/g, "");
  if (!/^\+?\d{4,17}$/.test(digits)) return [];
  const prefix = (country ?? "").replace(/\D/g, "");
  const data = ownLine(digits.startsWith("+") || prefix === "" ? digits : `+${prefix}${digits}`);
  const kind = `${type ?? ""} ${network ?? ""}`.toUpperCase();
  return [{ data, primary: at === 0, type: phoneTypeOf(kind) }];
}

function phoneTypeOf(kind: string): Owner["phone_numbers"][number]["type"] {
  if (/CELL|MOBILE/.test(kind)) return "mobile";
  if (/HOME|PERSONAL/.test(kind)) return "home";
  return /WORK|BUSINESS/.test(kind) ? "work" : "other";
}

function toAddress(address: Address, at: number): BankOwner["addresses"] {
  const lines = [address.line1, address.line2, address.line3].flatMap((line) => line ?? []);
  const data: Lines<AddressData> = {
    street: lineFrom(lines.join(", ")),
    city: address.city ?? null,
    region: address.region ?? address.state ?? null,
    postal_code: address.postalCode ?? null,
    country: lineFrom(address.country?.toUpperCase()),
  };
  return Object.values(data).some((part) => part !== null) ? [{ data, primary: at === 0 }] : [];
}
