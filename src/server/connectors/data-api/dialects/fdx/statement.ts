import { z } from "zod";
import { Identifier, Timestamp } from "../../values.ts";

/** A statement of FDX; null without a day, or after a failure of the institution. */
export const FdxStatement = z
  .object({
    statementId: Identifier,
    statementDate: Timestamp.nullish(),
    status: z.string().nullish(),
  })
  .transform(({ statementId, statementDate, status }) =>
    statementDate && status !== "FAILED" ? { key: statementId, date: statementDate.day } : null,
  );
