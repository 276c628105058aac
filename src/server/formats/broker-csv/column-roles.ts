import { parseCurrency } from "../csv/column-kinds.ts";
import { plainName } from "../csv/column-names.ts";
import { isAmount, isDay } from "../csv/csv-rows.ts";

/** The meaning of a column of a broker's table. */
export type BrokerRole = keyof typeof NAMES;

/**
 * The names of columns in brokers' languages, in the form of `plainName`, without currencies. More
 * reliable names come first.
 */
const NAMES = {
  isin: /\bisin\b/,
  cusip: /^cusip$/,
  sedol: /^sedol$/,
  wkn: /^(wkn|valor(en)?( ?(nr|nummer|number))?)$/,
  symbol:
    /^((ticker|stock|instrument|underlying) ?)?(symbol|symbole|simbolo|symbool)$|^(ticker|instrument|code valeur|code)$/,
  name: /^((investment|security|fund|instrument|product|company|asset) name|security description|security|wertpapier ?(name|bezeichnung)?|bezeichnung|product|produkt|produit|prodotto|producto|produto|libelle|valeur|titel|titolo|vardepapper beskrivning|vardepapper|vaerdipapir(er)?|verdipapir|stock|naam|nazwa|name|nom|nome|nombre|designation|description|omschrijving|beschreibung)$/,
  quantity:
    /^(quantity|qty|qty quantity|shares?|(no|number) of (shares|units)|units|(units|shares) held|quantite|qte|nombre de (titres|parts)|stuck|stuck nom|stuck nominale?|nominale?|anzahl|anteile|aantal|quantita|qta|cantidad|titulos|numero|numero de titulos|quantidade|antal|liczba|ilosc)$/,
  costPrice:
    /^(average cost( basis)?|avg ?(cost|price)|average price|buying ?price|purchase price|cost price|unit cost|einstandskurs|einstiegskurs|kaufkurs|pru|prix de revient( unitaire)?|gak|gemiddelde (aankoop)?prijs|p zo medio di carico|prezzo medio( di carico)?|precio medio)$/,
  cost: /^(cost basis|cost basis total|total cost|cost|basis|book (value|cost)|einstandswert|kaufwert|anschaffungswert|valore di carico|montant investi|prix de revient total|coste( total)?|aankoopwaarde)$/,
  price:
    /^(price pence|(last|share|unit|close|closing|market|t|trade|current|exec(ution)?|avg exec) ?price|price share|price per share|price|closing|kurs|(ausfuhrungs|schluss|akt|aktueller|letzter)? ?kurs|koers|slotkoers|cours|dernier cours|cours de cloture|prix( d ?exe(cution)?| unitaire)?|prezzo|p zo di mercato|prezzo di mercato|precio|cierre|preco)$/,
  total:
    /^(total|total amount|net amount|net ?cash|amount net|gesamt|gesamtbetrag|endbetrag|totaal|totale|razem|montant net|montant negocie|importo netto|importe neto|waarde netto|betrag netto|valeur nette)$/,
  amount:
    /^(amount|betrag|umsatz|wert|value|waarde|belopp|belob|belop|bedrag|montant|importo|importe|valor|valeur|kwota)$/,
  gross:
    /^(gross amount|principal amount|proceeds|montant brut|bruttobetrag|importo lordo|importe bruto)$/,
  value:
    /^(market value|mkt val market value|mkt value|current value|total value|net ?value|value|wert|kurswert|marktwert|depotwert|valorisation|waarde|marktwaarde|amount|montant|valore( di mercato)?|valor( de mercado)?|marknadsvarde)$/,
  localValue: /^(local value|lokale waarde|wert in lokalwahrung?|valor local|valeur locale)$/,
  totalCurrency: /^currency total$|^(transaktionsvaluta|settlement currency|buchungswahrung)$/,
  priceCurrency: /^currency price share$|^(instrumentvaluta|price currency|kurswahrung)$/,
  currency: /^(currency|currency ?primary|wahrung|devise|valuta|divisa|moneda|munt|waluta|moeda)$/,
  tradeDate:
    /^(trade ?date|activity( trade)? date|geschaftstag|handelstag|handelsdatum|date d execution|affarsdag|handelsdag)$/,
  date: /^(date|datum|data|fecha|run date|transaction date|activity date|buchungstag|buchungsdatum|date( d)? ?operation|dateop|time|date ?time|datetime|execution date|fecha operacion|data operazione|booking date|bogforingsdag|bokforingsdag)$/,
  otherDate: /^(settle(ment)? date|value date|valuta|wertstellung|date de valeur|process date)$/,
  action:
    /^(action|trans(action)? ?(code|type)|transaction|activity( type)?|type|typ|operation|operazione|operacion|tipo|typ av transaktion|transactietype|transaksjonstype|transaktionstype|buy sell|side|sens|art|umsatzart|geschaftsart|vorgang|transaktion(sart|styp)?|kauf verkauf)$/,
  assetType:
    /^(asset (type|category|class)|security type|instrument type|wertpapiertyp|wertpapierart|anlageklasse|strumento)$/,
  accountNumber:
    /^(account (number|no|id)|clientaccountid|depotnummer|kontonummer|numero de compte)$/,
  account: /^(account|account name|konto|depot|compte|rekening)$/,
  id: /^(id|order|order ?(id|no|number)|transaction id|trade ?id|ordernummer|id (ordre|orden)|order id)$/,
  memo: /^(transaction description|description|note|notes|notiz|opmerking|comment|libelle|memo)$/,
  multiplier: /^mult(iplier)?$/,
} as const;

/** The form of an ISIN. */
export const ISIN = /^[A-Z]{2}[A-Z\d]{9}\d$/;

const FEE =
  /\b(fees?|commissions?|comm|costs?|charges?|courtage|kurtage|ibcommission|costes|frais|comision|commissioni|spese|kosten|duty|prowizja)\b|gebuhr|kommission|entgelt|transactiekosten|transaktionskost|transaktionsgebuhr|ordergebuhr|afgift|avgift/;
const TAX = /\btax\b|steuer|^taxe?s$|impuesto|ritenuta|belasting|kallskatt/;

/** The columns of a broker's table by meaning, and the currencies in their names. */
export type BrokerColumns = {
  kind: "positions" | "trades";
  places: Partial<Record<BrokerRole, number>>;
  /** The columns of words that may name a kind of trade. */
  actions: readonly number[];
  fees: readonly number[];
  taxes: readonly number[];
  header: readonly string[];
};

/** A column's name without a final currency: Wert in EUR, Total EUR. */
const bareName = (name: string): string => {
  const plain = plainName(name);
  const [all = "", code = ""] = /(?: in)? ([a-z]{3}|euros?)$/.exec(plain) ?? [];
  const isCurrency = /^euros?$/.test(code) || parseCurrency(code) !== null;
  return isCurrency ? plain.slice(0, -all.length) : plain;
};

/** The maximum number of columns that are read. */
const MAX_COLUMNS = 100;

/**
 * Returns the columns of a broker's header: a security, its units, and their worth or cost on a
 * day; null for any other row.
 */
export function brokerColumns(cells: readonly string[]): BrokerColumns | null {
  const header = cells.slice(0, MAX_COLUMNS).map((cell) => cell.trim());
  if (header.length < 3 || header.some((cell) => cell.length > 80 || isAmount(cell) || isDay(cell)))
    return null;
  const names = header.map(bareName);
  const places = placesByName(names);
  const has = (...roles: BrokerRole[]) => roles.some((role) => places[role] !== undefined);
  // Degiro names the units of a position an amount in English.
  const units = names.indexOf("amount");
  if (!has("quantity") && names.includes("closing") && units >= 0) {
    places.quantity = units;
    places.value = names.indexOf("value");
  }
  const hasNumber = has("isin", "cusip", "sedol", "wkn", "symbol");
  const isDated = has("date", "tradeDate");
  if (!has("quantity") || !(hasNumber || has("name"))) return null;
  const isTrades =
    isDated && has("total", "amount", "gross", "price") && (has("action") || hasNumber);
  // A table of goods has units, a price and a name as well.
  const isSure = hasNumber || (has("action") && has("price") && hasWordsOfTrades(names));
  const isPositions = !has("tradeDate") && hasNumber && has("value", "localValue", "price");
  const kind =
    isTrades && isSure && !isDatedPositions(places) ? "trades" : isPositions ? "positions" : null;
  if (kind === null) return null;
  const fees = placesOf(names, isFee);
  return {
    ...{ kind, places, header },
    actions: placesOf(names, (name) => NAMES.action.test(name)),
    fees: kind === "trades" ? fees.filter((at) => at !== places.total) : [],
    taxes: kind === "trades" ? placesOf(names, (name) => TAX.test(name)) : [],
  };
}

/** The columns of a header with known names, even in tables of others than brokers. */
export const columnsByName = (header: readonly string[]): BrokerColumns["places"] =>
  placesByName(header.slice(0, MAX_COLUMNS).map(bareName));

/** The columns of fees by their names. */
export const feesByName = (header: readonly string[]): number[] =>
  placesOf(header.slice(0, MAX_COLUMNS).map(bareName), isFee);

const isFee = (name: string): boolean =>
  FEE.test(name) && !NAMES.cost.test(name) && !NAMES.costPrice.test(name);

function placesByName(names: readonly string[]): BrokerColumns["places"] {
  const places: BrokerColumns["places"] = {};
  for (const role of Object.keys(NAMES) as BrokerRole[]) {
    const at = names.findIndex((name) => NAMES[role].test(name));
    if (at >= 0) places[role] = at;
  }
  return places;
}

const placesOf = (names: readonly string[], isIt: (name: string) => boolean): number[] =>
  names.flatMap((name, at) =>
    isIt(name) && !/^currency\b(?! conversion)|wahrung|valuta/.test(name) ? [at] : [],
  );

/**
 * Whether a table with days has the cost of each position and no words of trades. Its days are then
 * days of prices.
 */
const isDatedPositions = (places: BrokerColumns["places"]): boolean =>
  [places.action, places.gross, places.total].every((at) => at === undefined) &&
  (places.cost ?? places.costPrice) !== undefined;

/** Whether a table without security numbers has other columns that only brokers have. */
const hasWordsOfTrades = (names: readonly string[]): boolean =>
  names.some((name) => /courtage|commission|montant brut|kurs|^place$/.test(name));
