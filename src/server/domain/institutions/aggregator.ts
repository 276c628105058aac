import { createPrivateKey, hash } from "node:crypto";
import { z } from "zod";
import type { Environment } from "../../../protocol/vocabulary.ts";
import { isLoopback } from "../clients/origin.ts";
import type { Vault } from "../vault.ts";
import { institutionUrlProblem } from "./institution-registration.ts";

/** The aggregators by which banks are reached with a key of one's own. */
export const AGGREGATOR_KINDS = ["enable-banking"] as const;
export type AggregatorKind = (typeof AGGREGATOR_KINDS)[number];

/** The addresses of their APIs. */
export const AGGREGATOR_ADDRESSES: Readonly<Record<AggregatorKind, string>> = {
  "enable-banking": "https://api.enablebanking.com",
};

/** A key at an aggregator, and whose banks it opens. */
export type Aggregator = {
  aggregatorId: string;
  kind: AggregatorKind;
  /** The address of its API. */
  address: string;
  applicationId: string;
  sealedKey: string;
  /** The only client that sees the aggregator's banks; null if all clients see them. */
  clientId: string | null;
  /** The mail address of the one person who sees its banks, sealed; null for everybody. */
  sealedPerson: string | null;
  addedAt: number;
  /** When its list of banks was last read; null before the first time. */
  refreshedAt: number | null;
  /** The reason why it cannot be used, as a sentence of the last read; null for none. */
  problem: string | null;
};

/** The way in which a person signs in at a bank, as the aggregator lists it. */
const AuthMethod = z.object({
  name: z.string().nullable(),
  psuType: z.string().nullable(),
  approach: z.string().nullable(),
  isHidden: z.boolean(),
});

/** A bank behind an aggregator, which names it by country and name. */
export const AggregatedBank = z.object({
  protocol: z.literal("enable-banking"),
  aggregatorId: z.string(),
  country: z.string(),
  name: z.string(),
  psuTypes: z.array(z.enum(["personal", "business"])),
  authMethods: z.array(AuthMethod),
  /** The longest consent that it gives, in seconds; null if it does not say. */
  consentSeconds: z.number().nullable(),
  requiredPsuHeaders: z.array(z.string()),
  bic: z.string().nullable(),
  logo: z.string().nullable(),
  /** Whether the last list had it. */
  isListed: z.boolean(),
});
export type AggregatedBank = z.infer<typeof AggregatedBank>;

const keyPurpose = (aggregatorId: string): string => `aggregator-key:${aggregatorId}`;

/** Seals the private key of an aggregator; it opens for that one alone. */
export const sealAggregatorKey = (vault: Vault, aggregatorId: string, key: string): string =>
  vault.seal(keyPurpose(aggregatorId), key);

const personPurpose = (aggregatorId: string): string => `aggregator-person:${aggregatorId}`;

/** Seals the mail address of the one person who sees the banks of an aggregator; null for everybody. */
export const sealAggregatorPerson = (
  vault: Vault,
  aggregatorId: string,
  email: string | null,
): string | null => email && vault.seal(personPurpose(aggregatorId), email);

/** The mail address of the one person who sees the banks of an aggregator; null for everybody. */
export const openAggregatorPerson = (
  vault: Vault,
  { aggregatorId, sealedPerson }: Pick<Aggregator, "aggregatorId" | "sealedPerson">,
): string | null => sealedPerson && vault.open(personPurpose(aggregatorId), sealedPerson);

/** Opens the private key of an aggregator, as PEM. */
export const openAggregatorKey = (
  vault: Vault,
  { aggregatorId, sealedKey }: Pick<Aggregator, "aggregatorId" | "sealedKey">,
): string => vault.open(keyPurpose(aggregatorId), sealedKey);

/**
 * The id of an aggregator follows from its key and address: adding it twice makes one aggregator.
 */
export const makeAggregatorId = ({
  kind,
  address,
  applicationId,
}: Pick<Aggregator, "kind" | "address" | "applicationId">): string =>
  `${kind}-${hash("sha256", JSON.stringify([address, applicationId]), "hex").slice(0, 12)}`;

/** The problem with the address of an aggregator in an environment; null for none. */
export const aggregatorUrlProblem = (url: string, environment: Environment): string | null => {
  const problem = institutionUrlProblem(url);
  if (problem !== null) return problem;
  return isLoopback(new URL(url).hostname) && environment !== "sandbox"
    ? "must be a public address: one on this machine is for the sandbox"
    : null;
};

/** The problem with the private key of an application; null for none. */
export const aggregatorKeyProblem = (pem: string): string | null => {
  try {
    const { asymmetricKeyType } = createPrivateKey(pem);
    return asymmetricKeyType === "rsa" ? null : "is a key of another kind: RSA is needed";
  } catch {
    return "is no private key: give the application's .pem file";
  }
};

/** Whether a text may be the id of an application. */
export const isApplicationId = (text: string): boolean => /^[\w.-]{1,100}$/.test(text);

/** The number of digits in an institution's id. */
const ID_DIGITS = 12;

/**
 * Returns the id of a bank that an aggregator lists for the first time: it follows from the aggregator, the country and the
 * name, so that it is the same after everything was removed and added again.
 */
export const aggregatedBankId = (
  { aggregatorId, country, name }: Pick<AggregatedBank, "aggregatorId" | "country" | "name">,
  isTaken: (institutionId: string) => boolean,
): string => {
  for (let attempt = 0; ; attempt++) {
    const digest = hash("sha256", JSON.stringify([aggregatorId, country, name, attempt]), "hex");
    const number = (BigInt(`0x${digest.slice(0, 16)}`) % 9n) + 1n;
    const rest = BigInt(`0x${digest.slice(16, 32)}`) % 10n ** BigInt(ID_DIGITS - 1);
    const id = `ins_${number}${String(rest).padStart(ID_DIGITS - 1, "0")}`;
    if (!isTaken(id)) return id;
  }
};
