import { z } from "zod";
import { Identifier, Timestamp } from "../../values.ts";

/** A statement of FDX; null for one without a day, or that the institution failed to make. */
export const FdxStatement = z
  .object({
    statementId: Identifier,
    statementDate: Timestamp.nullish(),
    status: z.string().nullish(),
  })
  .transform(({ statementId, statementDate, status }) =>
    statementDate && status !== "FAILED" ? { key: statementId, date: statementDate.day } : null,
  );
