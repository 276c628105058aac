import { escapeMarkup } from "../../formats/markup.ts";
import { type Element, textAt } from "./parse-request.ts";

/** The protocol's statuses that this server sends. */
const STATUSES = {
  ok: { code: 0, severity: "INFO", message: "" },
  noAccount: { code: 2003, severity: "ERROR", message: "The account is not shared" },
  repeated: { code: 2000, severity: "ERROR", message: "A request is for each account once" },
  notRead: { code: 2000, severity: "ERROR", message: "The institution tells no investments now" },
  noSecurity: { code: 12500, severity: "ERROR", message: "A security is in none of the accounts" },
  badDates: { code: 2020, severity: "ERROR", message: "Dates must be like 20260131" },
  signOn: { code: 15500, severity: "ERROR", message: "The user or the password is wrong" },
} as const;
export type Status = keyof typeof STATUSES;

/** Writes a status. */
export function statusElement(status: Status): string {
  const { code, severity, message } = STATUSES[status];
  const text = message === "" ? "" : `<MESSAGE>${message}</MESSAGE>`;
  return `<STATUS><CODE>${code}</CODE><SEVERITY>${severity}</SEVERITY>${text}</STATUS>`;
}

/** Writes the id of a request, by which the program finds the response. */
export const transactionId = (request: Element): string =>
  `<TRNUID>${escapeMarkup(textAt(request, "TRNUID").slice(0, 36) || "0")}</TRNUID>`;
