import { z } from "zod";
import { Ach, Bacs, Eft, International } from "../../protocol/numbers.ts";

/** One account's numbers by network, as the store keeps them. */
export const AccountNumbers = z
  .strictObject({
    ach: Ach.omit({ account_id: true }),
    eft: Eft.omit({ account_id: true }),
    international: International.omit({ account_id: true }),
    bacs: Bacs.omit({ account_id: true }),
  })
  .exactPartial();
