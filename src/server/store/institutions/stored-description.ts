import { z } from "zod";
import { AggregatedBank } from "../../domain/institutions/aggregator.ts";
import { BankDescription } from "../../domain/institutions/bank-description.ts";
import type { CustomInstitution } from "../../domain/institutions/institution.ts";
import { jsonColumn } from "../json-column.ts";

const column = jsonColumn(z.union([AggregatedBank, BankDescription]));

type Described = Pick<CustomInstitution, "description" | "aggregated">;

/** Parses the stored description of an institution, or its bank at an aggregator. */
export const readDescription = (text: string): Described => {
  const description = column.read(text);
  return description.protocol === "enable-banking" ? { aggregated: description } : { description };
};

/** Encodes either description as a column; null for neither. */
export const writeDescription = ({ description, aggregated }: Described): string | null => {
  const either = description ?? aggregated;
  return either ? column.write(either) : null;
};
