/** Words for outgoing money in a column with the direction. */
const OUT =
  /^(-|−|d|dr|db|dt|dbit|debit|debito|debet|debetas|debets|deebet|debits|debetni|s|soll|lastschrift|af|out|u|ut|uit|uttag|withdrawal|withdraw|withdrawals|charge|sent|money out|debe|cargo|dare|addebito|uscita|sortie|saida|salida|ausgang|ausgabe|belastung|belastet|haevet|outflow|outgoing|expense|expenses|otto|pano ulos|wn|winien|obciazenie|wyplata|md|ma dati|vydaj|odchozi|na vrub|terheles|tartozik|kiadas|borc|cikis|gider|χρεωση|χ|расход|дебет|дебит|дт|списание|出金|引出|支払|支出|借|借方|付款|출금|지급|izdevumi|islaidos|cheltuiala|valja|debited|paid out|spent|haevning|udbetaling|uttak|utbetaling|utbetalning|afschrijving|abgang|auszahlung|abbuchung|retrait|retiro|prelievo|uscite|saque|levantamento|obciazenia|vyber|kifizetes|para cikisi|chi|ghi no|breme|isplata|duguje|uttekt|видаток|видатки)$/;
const IN =
  /^(\+|c|cr|crdt|ct|kt|k|credit|credito|kredit|kreditas|kredits|kreedit|credits|kreditni|h|haben|gutschrift|bij|in|inn|insattning|innskudd|deposit|received|money in|haber|abono|avere|accredito|entrata|entree|entrada|ingreso|eingang|einnahme|godskrevet|indsat|inflow|incoming|income|pano|ma|uznanie|wplata|prijem|prichozi|ve prospech|jovairas|kovetel|bevetel|alacak|giris|gelir|πιστωση|π|приход|кредит|кт|зачисление|поступление|入金|預入|收入|贷|贷方|收款|입금|ienemumi|pajamos|sisse|credited|paid in|indbetaling|innbetaling|inbetalning|bijschrijving|zugang|einzahlung|versement|depot|deposito|versamento|entrate|uznania|vklad|befizetes|para girisi|thu|ghi co|dobro|uplata|potrazuje|innlogn|надходження)$/;

/** Whether a word means that money neither enters nor leaves the account: it moves within the account. */
export const isNeutral = (cell: string): boolean =>
  /^(不计收支|中性交易|\/|neutral)$/.test(cell.trim().toLowerCase());

/** Whether the word of a cell means an outflow; null for an unknown word. */
export function isOutgoing(cell: string): boolean | null {
  const word = plainWord(cell);
  if (OUT.test(word)) return true;
  return IN.test(word) ? false : null;
}

/** Returns a cell's word in lower case, without accents and the period of a short form. */
export const plainWord = (cell: string): string => {
  const word = cell.trim().toLowerCase();
  if (/^[a-z+-]*$/.test(word)) return word;
  return word
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f.]/g, "")
    .replaceAll("ø", "o")
    .replaceAll("ł", "l")
    .replaceAll("æ", "ae")
    .replaceAll("ı", "i");
};

/** Letters for outgoing and incoming money that have this meaning only as a pair. */
const PAIRS: readonly (readonly [out: string, into: string])[] = [
  ["md", "d"],
  ["d", "a"],
  ["d", "p"],
  ["t", "j"],
  ["t", "k"],
  ["b", "a"],
  ["o", "p"],
  ["v", "p"],
  ["r", "p"],
];

/** Returns the letter for outgoing money if two letters are a pair; null otherwise. */
export const outOfPair = (words: readonly string[]): string | null =>
  PAIRS.find((pair) => pair.every((word) => words.includes(word)))?.[0] ?? null;

/** Whether a status belongs to a transaction that is not booked, or never will be booked. */
export function readStatus(cell: string): "booked" | "pending" | "dropped" {
  if (cell === "") return "booked";
  if (
    /revert|declin|fail|cancel|reject|annul|refus(?!ion|jon)|storn|expired|voided|denied|bounced|odmit|odrzuc|zamit|zruse|neusp|neproved|iptal|basarisiz|başarısız|redded|отклон|отмен|неусп|відхил|скасов|откаж|cofni|r[üu]ckg[äa]ng|zur[üu]ckges|abgelehnt|abgebrochen|fehlgeschl|nicht ausgef|teruggedr|geweiger|afgekeurd|afgewezen|mislukt|\banul(a[dtr]|[eēo]|i[ru])|elutas|sikertelen|torolt|törölt|respin[gs]|esuat|eșuat|rechaz|denegad|fallid|rifiut|respint|recusad|rejeit|falhou|falhad|nao efet|não efet|echou|échou|\bavvis(te?|ade?|at)\b|afvist|avbrut|avbrudt|afbrudt|makuler|hyl[aä]tty|peruttu|απορρ[ιί]|ακυρ|gagal|that bai|thất bại|失败|失敗|关闭|取消|キャンセル|실패|취소|(?<!חיוב )נדחה|בוטל|atmests|atmest|tagasi lukat/i.test(
      cell,
    )
  )
    return "dropped";
  return /\bpend|suspend|attente|vorgemerkt|en cours|in behandeling|ausstehend|authori[sz]ed|uncleared|not cleared|processing|in progress|reserv|rezerv|rezerw|oczekuj|cekaj|čeká|függő|fuggo|varaus|odota|preliminar|vantande|väntande|bekle(?!id)|provizyon|εκκρεμ|обработке|\bventer\b|afventer|vantar|väntar|\b(on)?hold\b|未確定|处理中|대기|in sospeso|non contabilizz|laukia|\bootel/i.test(
    cell,
  )
    ? "pending"
    : "booked";
}
