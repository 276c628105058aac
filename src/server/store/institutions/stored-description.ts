import { z } from "zod";
import { AggregatedBank } from "../../domain/institutions/aggregator.ts";
import { BankDescription } from "../../domain/institutions/bank-description.ts";
import type { CustomInstitution } from "../../domain/institutions/institution.ts";
import { jsonColumn } from "../json-column.ts";

const column = jsonColumn(z.union([AggregatedBank, BankDescription]));

type Described = Pick<CustomInstitution, "description" | "aggregated">;

/** The description of an institution as it is stored, or the bank at an aggregator that it stands for. */
export const readDescription = (text: string): Described => {
  const description = column.read(text);
  return description.protocol === "enable-banking" ? { aggregated: description } : { description };
};

/** Either of the two as a column; null for none. */
export const writeDescription = ({ description, aggregated }: Described): string | null => {
  const either = description ?? aggregated;
  return either ? column.write(either) : null;
};
