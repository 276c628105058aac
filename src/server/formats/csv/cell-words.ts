/** Words for money that leaves the account, in a column that tells the direction. */
const OUT =
  /^(-|d|dr|db|dbit|debit|débit|debet|s|soll|af|out|u|uit|withdrawal|charge|debe|cargo|dare|uscita|sortie|ausgang|ausgabe|outflow)$/i;
const IN =
  /^(\+|c|cr|credit|crédit|kredit|h|haben|bij|in|deposit|haber|abono|avere|entrata|entrée|eingang|einnahme|inflow)$/i;

/** Whether money leaves the account by the word of a cell; null for another word. */
export function isOutgoing(cell: string): boolean | null {
  const word = cell.trim();
  if (OUT.test(word)) return true;
  return IN.test(word) ? false : null;
}

/** Whether a status is of a transaction that is not booked yet, or never will be. */
export function statusOf(cell: string): "booked" | "pending" | "dropped" {
  if (/revert|declin|fail|cancel|reject|annul|refus|storn/i.test(cell)) return "dropped";
  return /pend|attente|vorgemerkt|pendiente|in behandeling|ausstehend|authori[sz]ed|uncleared|reserv/i.test(
    cell,
  )
    ? "pending"
    : "booked";
}
