import { z } from "zod";
import { LANGUAGES } from "../../../protocol/vocabulary.ts";
import { KnownAccount, readAccounts } from "./accounts.ts";
import type { Answer } from "./answers.ts";
import { BankParameters, Medium, readParameters, TanMethod } from "./bank-parameters.ts";
import { DialogState, type Transport } from "./dialog.ts";

/** The bank, the person and the connection of a sign-in. */
export type SignIn = {
  institutionId: string;
  bankCode: string;
  user: string;
  pin: string;
  productId: string;
  send: Transport;
};

/** The collected facts of a sign-in. */
const Gathered = z.object({
  language: z.enum(LANGUAGES),
  bankCode: z.string(),
  systemId: z.string(),
  parameters: BankParameters,
  accounts: z.array(KnownAccount),
  /** The method and the medium of the login before, which are chosen at first. */
  before: z.object({ method: z.number(), medium: z.string().nullable() }).nullable(),
});
export type Gathered = z.infer<typeof Gathered>;

/** The state of a sign-in between two inputs of its user. */
export const Progress = z.discriminatedUnion("at", [
  Gathered.extend({ at: z.literal("method"), methods: z.array(TanMethod) }),
  Gathered.extend({ at: z.literal("medium"), method: TanMethod, media: z.array(Medium) }),
  Gathered.extend({
    at: z.literal("tan"),
    method: TanMethod,
    medium: z.string().nullable(),
    dialog: DialogState,
    reference: z.string(),
    /** How many TANs in a row the bank has refused. */
    wrong: z.number().int(),
  }),
]);
export type Progress = z.infer<typeof Progress>;

/** Adds the facts of another answer to a sign-in's facts. */
export const learn = (gathered: Gathered, answer: Answer): Gathered => {
  const accounts = readAccounts(answer);
  return {
    ...plain(gathered),
    parameters: readParameters(answer) ?? gathered.parameters,
    accounts: accounts.length > 0 ? accounts : gathered.accounts,
  };
};

/** The facts alone of a sign-in. */
export const plain = ({
  language,
  bankCode,
  systemId,
  parameters,
  accounts,
  before,
}: Gathered) => ({
  ...{ language, bankCode, systemId, parameters, accounts, before },
});
