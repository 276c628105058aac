import type { Environment } from "../../../protocol/vocabulary.ts";
import type { Client } from "./client.ts";

/** Whether a client acts for an institution: where its operator says so, and in the sandbox for each. */
export const actsFor = (
  { institutions }: Pick<Client, "institutions">,
  institutionId: string,
  environment: Environment,
): boolean => environment === "sandbox" || institutions.includes(institutionId);
