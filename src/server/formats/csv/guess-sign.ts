import { directionMark } from "../locale-values.ts";
import { plainName } from "./column-names.ts";
import type { CsvMapping } from "./csv-mapping.ts";

/** Words of money that enters an account: payments to a card, refunds, wages, interest. */
const IN_WORDS =
  /thank you|payment received|payments? received|autopay|auto pay|online payment|pre ?authori[sz]ed payment|mobile payment|ach deposit|internet transfer|directpay|direct pay|bill payment from|\brefund|\breversal|\bcash ?back|merchandise credit|statement credit|\breturn(ed)?\b|deposit|salary|payroll|wages|\binterest (paid|earned|credit)|pagamento recebido|pagamento efetuado|estorno|salario|nomina\b|abono|devolucion|stipendio|rimborso|accredito|bonifico a (tuo|vostro) favore|salaire|remboursement|virement recu|\bvir recu|paiement recu|prelevement (de votre|carte)|gehalt|\blohn\b|gutschrift|erstattung|einzahlung|zahlung (dankend )?erhalten|lastschrift ?einzug|einzug des rechnungsbetrags|salaris|loon\b|storting|terugbetaling|\blon\b|lonn\b|insattning|inbetalning|aterbetalning|indbetaling|innbetaling|lonoverforsel|palkka|hyvitys|wynagrodzenie|wplata|przelew przychodzacy|splata karty|zwrot|vyplata|mzda|vklad|prichozi|vrat|fizetes|jovairas|visszaterites|salariu|incasare|маа|зарплата|пополнение|возврат|заплата|μισθ|maas\b|iade|odeme alindi|palk\b|alga\b|atlyginim|給料|給与|返金|工资|退款|급여|환불/;
/** Words of money that leaves an account: purchases, withdrawals, fees. */
const OUT_WORDS =
  /\bpurchase|\bpos\b|\batm\b|withdrawal|cash advance|\bfee\b|direct debit|\brent\b|supermarket|grocer|restaurant|\bcafe\b|coffee|\bfuel\b|\bgas station|petrol|pharmacy|airline|uber\b|\bamazon|netflix|spotify|compra\b|recibo|adeudo|alquiler|acquisto|prelievo|addebito|affitto|achat|retrait|prelevement|loyer|\bcb\b|carte \d|einkauf|kartenzahlung|lastschrift|abhebung|\bmiete\b|supermarkt|tankstelle|betaalautomaat|geldautomaat|incasso|\bhuur\b|kortkop|uttag|\bkop\b|varekjop|dankort|nettikauppa|osto\b|zakup|platnosc|wyplata|nakup|platba kartou|vyber|vasarlas|keszpenzfelvet|cumparare|retragere|покупка|оплата|снятие|ostu\b|pirkums|pirkinys|alisveris|αγορα|消費|お買物|消费/;

/** Words of thanks for a payment, with any means of payment. */
const THANKS =
  /\bthank you\b|\bmerci\b|hartelijk (be)?dank|bedankt voor uw betaling|(besten|vielen|herzlichen) dank|gracias por su pago|grazie per il pagamento|tack for (din )?(in)?betalning|obrigado pelo pagamento/;

/** The minimum share of a majority, and the minimum number of votes by words. */
const MOST = 0.5;
const MIN_VOTES = 3;
/** The number of words that outweigh one word for the opposite sign. */
const SURE = 4;
/** The length of a text that is searched for its direction, in characters. */
const MAX_TEXT = 100;

/** The guess of the sign of money that leaves the account. */
export type SignGuess = { isNegated: boolean; isSure: boolean };

/**
 * Guesses whether outflows have no minus. The evidence is letters next to amounts, words of
 * payments and purchases, and the share of each sign. A single minus proves nothing.
 */
export function guessSign(
  rows: readonly (readonly string[])[],
  { columns: { amount, date, balance, direction } }: Pick<CsvMapping, "columns">,
  names: readonly string[],
): SignGuess {
  if (amount === undefined || direction !== undefined) return { isNegated: false, isSure: true };
  const cells = rows.map((row) => ({ cell: row[amount]?.trim() ?? "", row }));
  const marks = new Set(cells.map(({ cell }) => directionMark(cell)));
  // Marks stand next to amounts of the rarer direction. An amount without a mark has the opposite
  // direction.
  if (marks.has("in")) return { isNegated: !marks.has("out"), isSure: true };
  if (marks.has("out")) return { isNegated: false, isSure: true };
  // If each amount without a minus has a plus, the signs are the account's.
  const moving = cells.map(({ cell }) => cell).filter((cell) => /[1-9]/.test(cell));
  const isPlus = (cell: string) => /^[^\d]*[+＋]/.test(cell);
  if (
    moving.some(isPlus) &&
    moving.some(isMinus) &&
    moving.every((cell) => isPlus(cell) || isMinus(cell))
  )
    return { isNegated: false, isSure: true };
  const votes = { normal: 0, negated: 0 };
  let negative = 0;
  let count = 0;
  for (const { cell, row } of cells) {
    if (!/[1-9]/.test(cell)) continue;
    count += 1;
    if (isMinus(cell)) negative += 1;
    const direction = directionByWords(
      row.filter((_, at) => at !== amount && at !== date && at !== balance),
    );
    if (direction !== null)
      votes[(direction === "in") === isMinus(cell) ? "negated" : "normal"] += 1;
  }
  const share = count === 0 ? 0 : negative / count;
  if (votes.negated > 0 && votes.normal === 0 && (share > 0 || isCard(names)))
    return { isNegated: true, isSure: share < MOST };
  if (share === 0)
    return { isNegated: votes.normal === 0 && votes.negated >= MIN_VOTES, isSure: false };
  if (votes.normal > 2 * votes.negated)
    return {
      isNegated: false,
      isSure: share >= MOST || votes.normal >= MIN_VOTES || !isCard(names),
    };
  if (votes.negated > 2 * votes.normal)
    return { isNegated: true, isSure: share < MOST && votes.negated > SURE * votes.normal };
  return {
    isNegated: share < MOST && votes.negated > votes.normal,
    isSure: share >= MOST && votes.negated <= votes.normal,
  };
}

const isMinus = (cell: string): boolean => /^[^\d]*[-−–▲△(]|[-−–]\D*$/.test(cell);

/**
 * Returns the direction of a row whose words agree; null for words of both directions, or of none.
 */
export function directionByWords(cells: readonly string[]): "in" | "out" | null {
  const text = plainName(
    cells
      .filter((cell) => /\p{L}/u.test(cell))
      .map((cell) => cell.slice(0, MAX_TEXT))
      .join(" "),
  );
  if (THANKS.test(text)) return "in";
  // A cell with only the word "sale" is a card purchase. In a shop's file, a sale has a buyer.
  const isSale = cells.some((cell) => /^\s*sale\s*$/i.test(cell));
  const [isIn, isOut] = [IN_WORDS.test(text), isSale || OUT_WORDS.test(text)];
  if (isIn === isOut) return null;
  return isIn ? "in" : "out";
}

/** Whether the columns are named as in the file of a card. */
const isCard = (names: readonly string[]): boolean =>
  names.some((name) => /card|karte|carte|tarjeta|kort\b|kaart/.test(name));
