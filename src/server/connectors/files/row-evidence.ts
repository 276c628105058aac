import { type Lines, ownLine } from "../../domain/bank-values.ts";
import type { PaymentEvidence } from "../../domain/connectors/payment-evidence.ts";
import { lookup } from "../../domain/lookup.ts";
import type { StatementTransaction } from "../../formats/statement.ts";

/** The kinds of payments by the family of ISO 20022's bank transaction code. */
const KINDS = lookup<string>({
  ICDT: "transfer",
  RCDT: "transfer",
  IRCT: "transfer",
  RRCT: "transfer",
  IDDT: "direct debit",
  RDDT: "direct debit",
  ICHQ: "cheque",
  RCHQ: "cheque",
  CCRD: "card",
  MCRD: "card",
});

/**
 * An ISO 20022 code (domain, family and subfamily), and a German bank code, whose rows have SEPA
 * references.
 */
const ISO_CODE = /^[A-Z]{4}-([A-Z]{4})(?:-[A-Z]{4})?$/;
const GERMAN_CODE = /^\d{3}$/;

/**
 * The facts that identify a row's payment. With an ISO 20022 or German bank code, the reference is
 * the payment's end-to-end id; in other formats it may be any reference. A mandate is a mandate in
 * any format.
 */
export const evidenceFrom = ({
  code,
  reference,
  mandateId = null,
}: Pick<
  StatementTransaction,
  "code" | "reference" | "mandateId"
>): Lines<PaymentEvidence> | null => {
  const family = ISO_CODE.exec(code ?? "")?.[1];
  if (family === undefined && !GERMAN_CODE.test(code ?? ""))
    return mandateId === null ? null : { mandateId };
  const kind = KINDS[family ?? ""];
  return { endToEndId: reference, mandateId, kind: kind ? ownLine(kind) : null };
};
