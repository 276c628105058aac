import { createHash } from "node:crypto";
import type { ConfidenceLevel, Counterparty } from "../../../protocol/enrichment.ts";
import { opaqueId } from "../identifiers.ts";

/** A counterparty as the API shows it. */
export const counterpartyShape = (
  { name, type, website }: Pick<Counterparty, "name" | "type" | "website">,
  confidence_level: ConfidenceLevel,
  phone_number: string | null = null,
): Counterparty => ({
  name,
  type,
  // A name that no data file has may be a person's.
  entity_id: confidence_level === "LOW" ? null : entityIdOf(name),
  website,
  logo_url: null,
  phone_number,
  confidence_level,
});

/** The id of a merchant: a digest of its name, so that it is the same everywhere. */
const entityIdOf = (name: string): string => {
  const known = entityIds.get(name);
  if (known) return known;
  const digest = (bytes: number) =>
    createHash("shake256", { outputLength: bytes }).update(`merchant ${name}`).digest();
  const id = opaqueId(digest, 37);
  entityIds.set(name, id);
  return id;
};

/** By name; only names of the data files are in it. */
const entityIds = new Map<string, string>();
