import { z } from "zod";
import { CONSENTED_PRODUCTS } from "../../../protocol/vocabulary.ts";
import { type ClientSecret, MAX_SECRET_NAME_LENGTH } from "../../domain/clients/client-secret.ts";
import { isPlainName, PLAIN_NAME_RULE } from "../../domain/clients/new-client.ts";
import { MAX_NETWORKS, UNRESTRICTED } from "../../domain/clients/secret-restrictions.ts";
import { Fault } from "../../domain/fault.ts";
import { parseNetwork } from "../../domain/ip-network.ts";

/** The fields of a secret that its owner chooses. */
export const SecretFields = z.strictObject({
  name: z.string().trim().max(MAX_SECRET_NAME_LENGTH).refine(isPlainName, PLAIN_NAME_RULE),
  /** The products whose paths the secret may call; null for all. */
  products: z.array(z.enum(CONSENTED_PRODUCTS)).min(1).nullable(),
  read_only: z.boolean(),
  /** The networks that may use the secret; empty for all. */
  networks: z.array(z.string().max(100)).max(MAX_NETWORKS),
  /** The time from which the secret is refused, in ms since 1970; null for no end. */
  ends_at: z.int().nullable(),
});
type SecretFields = z.infer<typeof SecretFields>;

/** Returns a secret's choices from the fields. Missing fields keep the values of `before`. */
export const toChoices = (
  {
    name,
    products,
    read_only,
    networks,
    ends_at,
  }: Partial<{
    [Name in keyof SecretFields]: SecretFields[Name] | undefined;
  }>,
  now: number,
  before?: ClientSecret,
): Pick<ClientSecret, "name" | "endsAt" | "restrictions"> => {
  if (ends_at != null && ends_at <= now)
    throw new Fault("INVALID_FIELD", {
      message: "ends_at must be a time that is still to come, or null",
      display: "The end must be a day that is still to come.",
    });
  const previous = before?.restrictions ?? UNRESTRICTED;
  return {
    name: name ?? before?.name ?? "",
    endsAt: ends_at === undefined ? (before?.endsAt ?? null) : ends_at,
    restrictions: {
      products: products === undefined ? previous.products : withoutRepeats(products),
      readOnly: read_only ?? previous.readOnly,
      networks: networks?.map(networkOf) ?? previous.networks,
    },
  };
};

/** Returns the chosen fields of a secret. */
export const toFields = ({
  name,
  endsAt,
  restrictions,
}: Pick<ClientSecret, "name" | "endsAt" | "restrictions">) => ({
  name,
  products: restrictions.products && [...restrictions.products],
  read_only: restrictions.readOnly,
  networks: [...restrictions.networks],
  ends_at: endsAt,
});

const withoutRepeats = (products: SecretFields["products"]) => products && [...new Set(products)];

function networkOf(text: string): string {
  const parsed = parseNetwork(text);
  if ("network" in parsed) return parsed.network;
  throw new Fault("INVALID_FIELD", {
    message: `networks: ${parsed.problem}`,
    display: `${parsed.problem}.`,
  });
}
