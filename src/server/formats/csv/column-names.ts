import type { CsvRole } from "./csv-mapping.ts";

/** The kinds of a column's cells. */
export type CellKind = "date" | "amount" | "direction" | "currency" | "text";

/** A role by the names of its column, without accents, in the languages of banks, the surest first. */
type RoleNames = { role: CsvRole; kind: CellKind; names: readonly RegExp[] };

/** The roles in the order in which they take columns: each takes the first one with one of its names and its kind. */
export const ROLE_NAMES: readonly RoleNames[] = [
  {
    role: "valueDate",
    kind: "date",
    names: [/valuta|value date|valeur|valor|wertstellung|rentedatum|effective/],
  },
  {
    role: "date",
    kind: "date",
    names: [
      /buchung|booking|booked|post|comptab|contabil|boekdatum|completed|settle|verreken|bokfor|bogfor|kirjaus|ksiegow/,
      /^(transaction |operation |trans )?(date|datum|fecha|data|dato|paivamaara)$/,
      /date|datum|fecha|data|dato|dag|buchung|valuta/,
    ],
  },
  {
    role: "madeDate",
    kind: "date",
    names: [/^made |transaction|trans|purchase|started|operation|achat|auth|operacion/],
  },
  {
    role: "balance",
    kind: "amount",
    names: [/balance|solde|saldo|kontostand|guthaben|egyenleg|running/],
  },
  {
    role: "debit",
    kind: "amount",
    names: [
      /debit|paid out|money out|outflow|withdraw|soll|sortie|retrait|cargo|debe|addebit|uscite|depense|ausgang|ausgabe|\bout\b|spent/,
    ],
  },
  {
    role: "credit",
    kind: "amount",
    names: [
      /credit|paid in|money in|inflow|deposit|haben|entree|abono|haber|accredit|entrate|recette|eingang|einnahme|\bin\b|received/,
    ],
  },
  {
    role: "amount",
    kind: "amount",
    names: [
      /^(?!.*(original|ursprung|fremd|foreign))(amount|montant|betrag|importe|importo|bedrag|valor|belopp|belob|belop|kwota|summa|umsatz|osszeg|value)\b/,
      /^(?!.*(steuer|tax|vat|tva|btw|iva|fee|gebuhr|frais|original|ursprung|fremd|foreign)).*(amount|montant|betrag|importe|importo|bedrag|belopp|belob|belop|kwota|summa|umsatz|osszeg)/,
      /^(gross|brutto|brut|net|netto)$/,
    ],
  },
  { role: "direction", kind: "direction", names: [/./] },
  {
    role: "currency",
    kind: "currency",
    names: [/^(?!.*(fremd|foreign|orig))/],
  },
  { role: "status", kind: "text", names: [/^(status|state|etat|estado|stato|statut|info)$/] },
  { role: "checkNumber", kind: "text", names: [/\b(check|cheque)\b/] },
  {
    role: "counterpartyAccount",
    kind: "text",
    names: [
      /tegenrekening|counterparty (account|iban)|gegenkonto|iban (zahl|beg|kontr|gegen|contre|ben)|(beneficiary|payee|recipient) (account|iban)|kontonummer iban|konto(nummer)?.*(zahl|begunst)|contrepartie.*(iban|compte)/,
    ],
  },
  {
    role: "account",
    kind: "text",
    names: [
      /^(account|account (number|no|name|iban)|compte|numero de compte|konto|auftragskonto|auftraggeberkonto|rekening|rekeningnummer|iban.*auftragskonto|iban|cuenta|conto|kontonummer)$/,
    ],
  },
  {
    role: "id",
    kind: "text",
    names: [
      /^(id|fitid|transaction (id|no|number|identifier)|identifiant|transaktions ?id|unique id|uuid)$/,
    ],
  },
  {
    role: "payee",
    kind: "text",
    names: [
      /^(?!.*(konto|account|iban|bic|blz|number|nummer|rubriek)).*(payee|empfanger|begunstigt|counterparty|tegenpartij|handelaar|merchant|benefici|contrepartie|recipient|partner|^nam[ea]\b|naam|name)/,
      /^(?!.*(konto|iban|bic|blz)).*(zahlungspflichtig|auftraggeber)/,
    ],
  },
  {
    role: "description",
    kind: "text",
    names: [
      /descri|libelle|verwendungszweck|omschrijving|concepto|narrative|particulars|causale|label/,
      /^(?!.*(code|\bid\b|nummer|number|date)).*(detail|text|mededeling|kozlemeny|title|tytul|motif|intitule|operation|transaktion|transaction|purpose)/,
    ],
  },
  {
    role: "memo",
    kind: "text",
    names: [
      /memo|\bnotes?\b|remark|message|communication|notiz|comment|mededeling|detail|additional|buchungstext/,
    ],
  },
  { role: "reference", kind: "text", names: [/end to end/, /refer|\bref\b|kenmerk/] },
  { role: "category", kind: "text", names: [/categor|kategor|rubri/, /^(type|art|tipo|soort)$/] },
];

/** Returns a column's name in lower case, without accents and punctuation. */
export const plainName = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\d]+/gu, " ")
    .trim()
    .toLowerCase();
