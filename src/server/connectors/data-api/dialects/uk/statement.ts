import { z } from "zod";
import { Identifier, Timestamp } from "../../values.ts";

/** A statement of UK Open Banking; null without an id, and so without a file. */
export const UkStatement = z
  .object({ StatementId: Identifier.nullish(), EndDateTime: Timestamp })
  .transform(({ StatementId, EndDateTime }) =>
    StatementId && EndDateTime ? { key: StatementId, date: EndDateTime.day } : null,
  );
