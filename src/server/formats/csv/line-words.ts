import { plainName } from "./column-names.ts";

/** The kinds of lines that are no transactions. */
export type LineKind = "opening" | "closing" | "turnover" | "total";

/** The first words of such lines in the languages of banks, in the form of `plainName`. */
const STARTS: Readonly<Record<LineKind, RegExp>> = {
  opening:
    /^open$|^solde en debut\b|^(opening|beginning|starting|previous|initial|start) (ledger |account |statement )?(balance|bal\b)|^(previous|last) statement|^balance (brought|carried) ?f|^(balance )?b ?(f|fwd|forward)\b|^brought forward|^balance forward|^(anfangs|start|eroffnungs)(saldo|bestand|stand)|^alter (konto)?(stand|saldo)|^saldovortrag|^(ubertrag|vortrag)\b|^begin ?saldo|^vorig saldo|^oud saldo|^saldo (inicial|anterior|iniziale|precedente|poczatkowe|otwarcia|pocatecni|do dia anterior)|^solde (initial|precedent|d ouverture|au debut|ancien|anterieur)|^ancien solde|^report (du|solde|a nouveau)|^(ingaende|inngaende|primo|forrige) (saldo|balance|beholdning)|^alkusaldo|^bilans otwarcia|^(pocatecni|pociatocny|zaciatocny) (zustatek|zostatok|stav)|^nyito egyenleg|^sold (initial|precedent)|^αρχικο υπολοιπο|^υπολοιπο εκ μεταφορας|^(начальн|входящ)\S* (остаток|сальдо)|^начално салдо|^(onceki|devreden|acilis) (bakiye|devir)|^(algsaldo|algjaak)|^(sakuma|saku?ma) (atlikums|saldo)|^(pradinis likutis|likutis pradzi\S+|laikotarpio pradzios)|^(前回|前月|前期)?繰越|^(期初|上期|上月)余额|^이월/,
  closing:
    /^(closing|ending|end|final|new|current|statement|online) (ledger |account |statement )?(balance|bal\b)|^balance (c f|carried|as of|at end)|^close$|^c ?(f|fwd)\b|^carried forward|^(end|schluss|abschluss)(saldo|bestand|stand)|^neuer (konto)?(stand|saldo)|^letzter kontostand|^(kontostand|saldo)( |$)(vom |am |per |zum |\d|$)|^(eind|nieuw) ?saldo|^saldo (final|finale|actual|attuale|atual|koncowe|zamkniecia|konecny|contabile|disponible|disponibile|do dia)|^solde en fin\b|^ledger balance|^(dernier solde|laatste saldo|(account )?balance)$|^solde( euros?)?$|^saldo$|^solde (final|nouveau|de cloture|a la fin|au \d|crediteur|debiteur|actuel)|^nouveau solde|^(utgaende|utgaaende|ultimo|ny) (saldo|balance)|^loppusaldo|^(konecny|zaverecny) (zustatek|zostatok|stav)|^zaro egyenleg|^sold (final|curent)|^(τελικο|νεο) υπολοιπο|^(конечн|исходящ)\S* (остаток|сальдо)|^крайно салдо|^(kapanis|son) bakiye|^(loppsaldo|lopp(jaak)?|lopsaldo)|^(beigu|gala) (atlikums|saldo)|^(galutinis likutis|likutis pabaig\S+|laikotarpio pabaigos)|^(期末|本期)余额|^残高$|^저 ?잔액/,
  turnover:
    /^turnover|^(umsatzsumme|umsatze gesamt|summe der umsatze)|^omzet|^obrat(y)?\b|^obroty|^kaive\b|^apgrozijum|^apyvarta|^оборот|^suma (obrotow|operacji)|^(total|sum|number) (of )?(debits?|credits?|withdrawals?|deposits?|payments?|charges?|purchases?|transactions?)\b|^(debit|credit) turnover/,
  total:
    /^(sub ?)?totals?\b|^grand total|^(zwischen|gesamt)?summen?\b|^gesamt\b|^(sous )?tota(l|ux)\b|^somme\b|^totale\b|^totaal\b|^razem\b|^suma\b|^lacznie|^celkem|^spolu\b|^soucet|^osszesen|^итого|^всего|^общо\b|^συνολο|^toplam|^kokku\b|^kopa\b|^is viso|^yhteensa|^i alt\b|^(summa|sammanlagt|totalt|sum)\b|^合計|^合计|^总计|^共\d|^합계|^소계/,
};

/** Further words next to the word for a balance, such as a day. */
const REST =
  /^( (as of|as at|on|of|at|per|vom|am|zum|den|na|dne|k|po|le|au|du|al|del|a la fecha|на|от|за|dana))*[\d ]*([a-z]{2,10} )?[\d ]*(eur|usd|gbp)?$/;

/** Returns the kind of a line by its texts; null for a line of other words. */
export function lineKind(cells: readonly string[]): LineKind | null {
  for (const cell of cells) {
    if (!/\p{L}/u.test(cell) || cell.length > 80) continue;
    const text = lineText(cell);
    for (const kind of KINDS) if (STARTS[kind].test(text)) return kind;
  }
  return null;
}

/** The name in a cell, whose letters may be spaced: S A L D O. */
const lineText = (cell: string): string => {
  const name = plainName(cell);
  return /^\p{L}( \p{L}){3,}$/u.test(name) ? name.replaceAll(" ", "") : name;
};

const KINDS = ["opening", "closing", "turnover", "total"] as const;

/**
 * Returns the kind of a line with a day and an amount like a transaction. One of its texts must
 * consist of words for a balance or turnover, or begin with words for a total.
 */
export function datedLineKind(cells: readonly (string | null)[]): LineKind | null {
  for (const cell of cells) {
    if (cell === null || cell.length > 60) continue;
    const text = lineText(cell);
    for (const kind of KINDS) {
      const [found] = STARTS[kind].exec(text) ?? [];
      if (found === undefined) continue;
      const rest = text.slice(found.trimEnd().length).replace(/^\p{L}+/u, "");
      if (kind === "total" || REST.test(rest)) return kind;
    }
  }
  return null;
}
