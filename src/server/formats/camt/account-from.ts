import { type BankCode, type Currency, ibanFrom, lineFrom } from "../../domain/bank-values.ts";
import { lookup } from "../../domain/lookup.ts";
import { accountNumberIn, bankCodeIn } from "../file-values.ts";
import type { StatementAccount, StatementAccountType } from "../statement.ts";
import { NOT_PROVIDED } from "./write.ts";

const ACCOUNT_TYPES = lookup<StatementAccountType>({
  CACC: "checking",
  CASH: "cash",
  CARD: "credit card",
  MOMA: "money market",
  SVGS: "savings",
  ODFT: "line of credit",
});

/**
 * Returns the account of a statement from its fields. Without a currency field, the account has its
 * entries' currency.
 */
export function accountFrom(
  { fields, line }: { fields: ReadonlyMap<string, string>; line: number },
  currency: Currency | null,
): StatementAccount {
  const iban = fields.get("Acct/Id/IBAN");
  return {
    id: accountNumberIn(iban ?? fields.get("Acct/Id/Othr/Id"), { line, field: "Acct/Id" }),
    iban: iban === undefined ? null : ibanFrom(iban),
    bankId: readBankCode(
      fields.get("Acct/Svcr/FinInstnId/BIC") ??
        fields.get("Acct/Svcr/FinInstnId/BICFI") ??
        fields.get("Acct/Svcr/FinInstnId/ClrSysMmbId/MmbId") ??
        fields.get("Acct/Svcr/FinInstnId/Othr/Id"),
      line,
    ),
    name: lineFrom(fields.get("Acct/Nm")),
    type: ACCOUNT_TYPES[fields.get("Acct/Tp/Cd") ?? fields.get("Acct/Tp/Prtry") ?? ""] ?? null,
    currency,
  };
}

const readBankCode = (text: string | undefined, line: number): BankCode | null =>
  text === NOT_PROVIDED ? null : bankCodeIn(text, { line, field: "Acct/Svcr/FinInstnId" });
