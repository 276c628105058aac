import { lookup } from "../../domain/lookup.ts";
import type { CsvRole } from "./csv-mapping.ts";

/** The kinds of a column's cells. */
export type CellKind = "date" | "amount" | "direction" | "currency" | "text";

/**
 * A role by column names in banks' languages, in the form of `plainName`. More reliable names come
 * first.
 */
type RoleNames = {
  role: CsvRole;
  kind: CellKind;
  names: readonly RegExp[];
  /** Names that belong to another meaning. */
  not?: RegExp;
};

/** Amounts of something other than the account: taxes, rates, points, limits, and parts of a collective order. */
export const OTHER_AMOUNT =
  /\b(creditor|debtor|fees?|tax|vat|iva|tva|btw|moms|rate|kurs|taux|cambio|points?|cash ?back|limit|commissions?|conversion|units?|quantity|blocked)\b|blokad|gebuhr|steuer|frais|provize|poplat|oplat|prowizj|комис|kommission|einzel|individual|detail|exchange|wechselkurs|koers|手数料|手续费|수수료|服务费/;

/** Amounts in the currency of an operation, next to the account's amounts. */
export const ORIGINAL_AMOUNT =
  /orig|ursprung|\bintl\b|international|fremd|foreign|instructed|utlandsk|\blocal\b|merchant currency|\bsource\b|target|(operac|operaz|opera|transakc|transaks|transac|операц)\w* (currency|wahrung|valut|waluc|mena)|(walu\w+|mene|валют\w*|devise|divisa|valuta|moeda|moneda|currency|wahrung|сумма|value) (de |of |della |d )?(l )?(transak|transac|operac|operaz|operat|операц|purchase)|原币|סכום ה?עסקה|מטבע ה?עסקה/;

/** Names of a balance that is an owed amount. */
export const OWED_NAME =
  /outstanding|\bowed\b|\bowing\b|(amount|balance) due|utestaende|utestaaende|utistaende|\bskuld\b|\bschuld\b|offener (saldo|betrag)|\bencours\b|saldo (deudor|devedor|a pagar)|debito residuo|openstaand|\bgjeld\b|\bgaeld\b|\bvelka\b|zadluzeni|\bdluh\b|tartozas|οφειλ|задолжен|未払|欠款/;

const BOTH = (first: RegExp, second: RegExp): RegExp =>
  new RegExp(`${first.source}|${second.source}`);
const NOT_OWN_AMOUNT = BOTH(BOTH(OTHER_AMOUNT, ORIGINAL_AMOUNT), OWED_NAME);

/** Names of the currency's column, which may be the end of a longer name. */
export const CURRENCY_NAME =
  /currency|\bccy\b|\bcurr?\b|wahrung|waehrung|\bwhg\b|devise|devies|mata uang|\brahayksikko|moneda|divisa|\bmunt|valut|walut|^mena$|mena uctu|\bmena\b|penznem|deviza|valiut|valuut|moeda|para birimi|doviz|νομισμα|валют|валут|通貨|币种|货币|통화|\biso\b|\bmynt\b|מטבע/;

/** The roles in the order in which they take columns: each takes the first one with one of its names and its kind. */
export const ROLE_NAMES: readonly RoleNames[] = [
  {
    role: "valueDate",
    kind: "date",
    names: [
      /תאריך ערך|valuta|value ?date|valeur|dateval|f valor|fecha valor|data valor|valor|wertstellung|\bwert\b|rentedat|rentedag|effective|valuter|arvopaiva|waluty|valuty|ertek|erteknap|αξιας|βαλερ|βαλεur|вальор|валютир|vaartus|valutos|valutesan|wartosc|起息/,
    ],
  },
  {
    role: "date",
    kind: "date",
    names: [
      /buchung|booking|booked|bookdate|book date|\bentered\b|rozlicz|\babschlusses\b|zakonczen|zrealizow|finaliz|completament|conclus|voltooi|slutfor|befejez|dokonc|ukonc|zavrs|lopet|pabaig|pabeig|заверш|завърш|ολοκληρ|tamamlan|afslut|fullfor|\bde fin$|\bpost|comptab|contabil|contable|boek|completed|finished|clearing|cleared|settle|verreken|bokf|bogf|kirjaus|ksiegow|ksieg|uctov|konyvel|λογιστικ|καταχ|muhasebe|осчетов|осчетоводяване|провод|обработ|gramatojum|списан|зачисл|knjiz|process|reskontra|kande|kandeaeg|uzskait|iskait|入账|记账|计上|operativa|dateop/,
      /^(transaction |operation |trans )?(date|datum|fecha|data|dato|paivamaara|pvm|paiva|kuupaev|datums|tarih|islem tarihi|ημερομηνια|ημ νια|дата|日付|お取引日|取引日|年月日|日期|交易日期|交易时间|날짜|거래일시|거래일자|거래일|תאריך|tanggal|tarikh|ngay|dagsetning)$/,
      /date|datum|fecha|data|dato|dag|\btag\b|paiva|kuupaev|tarih|ημερ|дата|日付|取引日|年月日|日期|交易时间|交易日|날짜|거래일|buchung|valuta|\bday\b|when|\btime\b|^timestamp|zeitstempel|horodat|marca (temporal|de tiempo)|תאריך|tanggal|tarikh|\bngay\b/,
    ],
    not: /birth|geburt|expir|due\b|falligk|^beleg/,
  },
  {
    role: "madeDate",
    kind: "date",
    names: [
      /^made |kezd|zahaj|zacat|pocet|aloit|alust|pradz|sakum|начал|почат|εναρξ|baslan|startet|beginn|inicio|inizio|debut|rozpocz|incep|transaction|trans|purchase|started|operation|operac|operaz|opera|achat|auth|transakc|tranzakc|συναλλαγ|islem|операц|compra|acquisto|created|initiated|kop|kjop|osto|kauf|beleg|利用日/,
    ],
  },
  {
    role: "balance",
    kind: "amount",
    names: [
      /^ה?יתרה|^(?!.*(avail|disponib|dispon|verfug|beschikb)).*(balance|\bbal\b|solde|saldo|kontostand|guthaben|egyenleg|running|zustatek|zostatok|^sold\b|sold final|stanje|υπολοιπο|bakiye|салдо|остат|наличност|\bjaak\b|atlikum|likut|残高|余额|餘額|잔액|잔고|beholdning|innestaende|po operacji|po transakcji|po transakcii|^staða$|залишок|^so du\b|^baki\b)/,
      /balance|saldo|solde|running/,
      OWED_NAME,
    ],
    not: /currency|wahrung|date|datum|繰越|начал|opening|beginning|anfang|pocat|poczatk|\binicial|\binitial|\bbefore\b|\bvor\b|\bavant\b|\bantes\b|\bprima\b|\bvoor\b|\bprzed\b|\bpred\b/,
  },
  {
    role: "debit",
    kind: "amount",
    names: [
      /^ב?חובה$|debit|debet|lastschrift|ghi no|deebet|paid out|money out|outflow|outgo|withdraw|\bsoll\b|belastung|belastn|sortie|retrait|\bretiros?\b|cargo|\bdebe\b|addebit|uscit|\bdare\b|depense|ausgang|ausgabe|\bout\b|\but\b|ut fra|uttag|utbet|utgift|spent|expense|salida|saida|obciaz|wyplat|wydat|vydaj|vydej|odchoz|na vrub|terhel|kiadas|χρεωσ|αναληψ|borc|cikan|gider|дебит|дебет|расход|списан|valja|izdev|izmaks|norakst|islaid|isejo|hæv|haev|\bbreme\b|isplat|\bgastos?\b|despesa|\bspese\b|uitgav|duguje|\botto\b|^af$|uttekt|видат|carrec|出金|引き出|引出|お引出|支払|支出|借方|출금|찾으신|付款金额/,
    ],
    not: NOT_OWN_AMOUNT,
  },
  {
    role: "credit",
    kind: "amount",
    names: [
      /^ב?זכות$|credit|kredit|ghi co|kreedit|paid in|money in|inflow|income|incoming|deposit|\bhaben\b|gutschrift|entree|abono|\bhaber\b|ingres|accredit|entrat|\bavere\b|recette|eingang|einnahme|\bin\b|\binn\b|inn pa|insatt|innbet|indsat|received|entrada|uznan|wplat|przychod|prijem|prichoz|ve prospech|jovair|bevetel|πιστωσ|καταθεσ|alacak|giren|gelir|кредит|приход|поступ|зачисл|sisse|ienem|\bdobro\b|uplat|receita|ricav|inkomst|potrazuje|\bpano\b|^bij$|innlogn|надходж|abonament|prijm|ieskait|iplauk|pajam|入金|預け|預か|預り|預入|お預|收入|贷方|존입|입금|맡기신|收款金额/,
    ],
    not: NOT_OWN_AMOUNT,
  },
  {
    role: "amount",
    kind: "amount",
    names: [
      /^(amount|montant|betrag|importe|importo|bedrag|valor|monto|belopp|belob|beloeb|belop|kwota|summa|suma|umsatz|osszeg|value|castka|ciastka|objem|iznos|znesek|ποσο|tutar|сума|сумма|upphaeð|maara|金額|金额|거래금액|금액|סכום|利用金額|mouvement|net|netto|total|so tien|jumlah|amaun)\b/,
      /amount|\bamt\b|montant|betrag|importe|importo|bedrag|monto|belopp|belob|beloeb|belop|kwota|summa|\bsuma\b|umsatz|osszeg|castka|ciastka|objem|iznos|znesek|ποσο|tutar|сума|сумма|maara|金額|金额|거래금액|금액|סכום|\bnet\b|valor/,
      /^(gross|brutto|brut|charges?|transactions?|money)$/,
      // The currency alone: Euro; CHF.
      /^(euros?|eur|usd|gbp|chf|sek|nok|dkk|isk|pln|czk|huf|ron|bgn|cad|aud|nzd|jpy|brl|mxn|inr|ils|zar)$/,
    ],
    not: NOT_OWN_AMOUNT,
  },
  { role: "direction", kind: "direction", names: [/^/] },
  { role: "currency", kind: "currency", names: [CURRENCY_NAME], not: ORIGINAL_AMOUNT },
  {
    role: "status",
    kind: "text",
    names: [
      /^(transaction |payment |current )?(status|state|etat|estado|stato|statut|stan|stav|allapot|durum|κατασταση|статус|tila|staatus|statuss|busena|situacao|contabilizzazione|info|状态|交易状态|当前状态|状態|상태)$/,
    ],
  },
  {
    role: "checkNumber",
    kind: "text",
    names: [/\b(check|cheque|chq|cheq)/],
    not: /checking/,
  },
  {
    role: "counterpartyAccount",
    kind: "text",
    names: [
      /tegenrekening|rekening(nummer)? (van )?(de )?tegenpartij|compte (de la )?contrepartie|cuenta (de la )?contraparte|counterparty (account|iban)|gegenkonto|protiuc|protiuct|ellenszamla|contraparte (iban|cuenta)|motkonto|modkonto|vastatili|contra account|to account|iban (zahl|beg|kontr|gegen|contre|ben)|(beneficiary|payee|recipient|partner|partneri|saaja maksaja|gavejo|sanemeja|odbiorcy|nadawcy) ?(account|iban|konto|saskait|konts|rachun)|kontonummer iban|konto(nummer)?.*(zahl|begunst)|contrepartie.*(iban|compte)|rachunek (odbiorcy|nadawcy|kontrahenta)|numer (konta|rachunku) (odbiorcy|nadawcy|kontrahenta)|номер счета контрагента|对方账(号|户)/,
    ],
    not: /nazev|nazov|\bname\b|nazwa/,
  },
  {
    role: "account",
    kind: "text",
    names: [
      /^(client |own |from |card |bank |posted )?(account|account ?(number|num|no|iban|id|currency iban)|compte|numero de compte|konto|konto nr|kontonr|kontonummer|auftragskonto|auftraggeberkonto|rekening|rekeningnummer|iban.*auftragskonto|iban.*(rekening|bban)|iban|cuenta|conto|kliendi konto|kliento saskaita|saskaita|saskaitos nr|konts|konta nr|klienta konts|rachunek|numer rachunku( karty)?|twoj rachunek|ucet|cislo uctu|szamlaszam|konyvelesi szamla|tili|tilinumero|cont|сметка|iban на сметка|номер счета|счет|номер (карты|счета)( (карты|счета|договора))*|no rekening|nomor rekening|hesap no|λογαριασμος|card number|card no|cuenta iban|numero de cuenta|口座番号)$/,
      /^account name$/,
    ],
  },
  {
    role: "product",
    kind: "text",
    names: [
      /^(product|produkt|produit|producto|prodotto|produto|pocket|vault|space|subaccount|sub account)( name)?$/,
    ],
  },
  {
    role: "id",
    kind: "text",
    names: [
      /^(id|fitid|(transaction|operation|entry|row|unique|balance|record|payment|transfer|activity|reference)? ?(id|identifier|identifikator)|transaction (no|number)|identifiant|identificador|transaktions ?id|transaktionsnummer|uuid|id operace|id pohybu|id operacji|kande viide|arhiivitunnus|archiveringskode|arkistointitunnus|tranzakcio azonosito|交易单号|交易号|거래번호)$/,
    ],
    not: /balance id|batch/,
  },
  {
    role: "payer",
    kind: "text",
    names: [
      /^(?!.*(konto|account|iban|bic|blz|compte|cuenta|number|nummer|numer|id\b))(?!.*(empfanger|empfaenger|begunst|beguenst|payee|saaja|mottag|benef|odbior|prijem))(?:(?:name|nazwa|nazev|nazov|nimi|naam|naziv|nom|nome|nombre|navn|namn)(?: of| van| de| del)?(?: the)? )?(zahlungspflichtig|auftraggeber|payer|ordering|sender|source name|remitter|debtor|from$|name from|from name|ordonnateur|emetteur|ordenante|remitente|ordinante|pagador|betaler|avsandare|avsender|afsender|platce|platitel|odesilatel|odosielatel|nadawc[ay]|zleceniodawc[ay]|maksaja|mokėtojas|moketojas|maksatajs|плательщик|отправител|наредител|gonderen|付款方|付款人|송금인|振込人)/,
    ],
  },
  {
    role: "payee",
    kind: "text",
    names: [
      // Names of the other side alone are tried before names that the holder may have, too.
      /^(?!.*(cislo|number|nummer|numer\b|iban|bic|bank\b)).*(nazev (protiuctu|protistrany)|nazov (protiuctu|protistrany)|gegenkonto ?(inhaber|name)|(inhaber|name) gegenkonto|nazwa (odbiorcy|kontrahenta)|tegenrekeninghouder|(counterparty|counter ?account|beneficiary|payee|recipient|merchant) ?name|name (of )?(the )?(counterparty|payee|beneficiary)|naam (tegen|ontvanger)|motpartens? n?a[mv]n|nom (de la contrepartie|du beneficiaire)|nombre (del? )?(beneficiario|contraparte)|naziv (prejemnika|primatelja|primaoca))/,
      /^(?!.*(konto|account|iban|bic|blz|number|nummer|numer|cislo|rubriek|compte|cuenta|id\b|adres|bank\b|banka|saskait|счет|сметка|账号)).*(payee|target name|^to$|to name|counter party|nazev protiuctu|nazov protiuctu|empfanger|empfaenger|begunst|beguenst|zahlungsbeteilig|counterpart|tegenpartij|handelaar|merchant|benefici|contrepartie|recipient|receiver|partner|^nam[ea]\b|naam|\bname|^nom[ei]?$|^nombre$|\bnaziv\b|prejemnik|placnik|primatelj|platitelj|primalac|primaoc|platilac|platioc|obchodni misto|obchodne miesto|^namn\b|^navn\b|nimi|nimetus|nimi saaja|mottag|modtag|mottak|saaja|odbiorca|nadawca|kontrahent|nazwa|nazev|nazov|prijemce|prijemca|prijimat|obchodnik|protistrana|kedvezm|ellenoldal|destinat|favorecido|contraparte|контрагент|получател|наименован|имя|alici|karsi|αντισυμβ|δικαιουχ|gavej|sanemej|vardas|sanem|相手|利用店名|利用先|交易对方|对方户名|对方名称|收款方|거래처|받는분|보낸분|בית ה?עסק)/,
      /^(?!.*(konto|iban|bic|blz)).*(zahlungspflichtig|auftraggeber)/,
    ],
    not: /^namen$|^(nazev|nazov|nazwa|naam|name of|naziv|nom|nombre|nome) ?(of )?(the |van |de |del |della |dell )?(own )?(uctu|karty|karte|karta|card|rachunku|konta|account|rekening|compte|cuenta|conto|racuna)\b|^account name$|kontoinhaber|kontoname|(account|card) ?holder|drzitel|posiadacz|titulaire|titular|intestatario|message|^informacij|zprava|sprava|zpusob|viesti\b|besked|meddelande|melding/,
  },
  {
    role: "description",
    kind: "text",
    names: [
      /^(תיאור|פרטים|תיאור הפעולה|הפעולה)$|descri|beschreib|beschrijv|libelle|verwendungszweck|^zweck|omschrijving|concepto|narrative|narration|particulars|causale|label|rubrik|tekst|forklaring|beskriv|selite|selitys|viesti|^opis|popis|explicat|detalii|описан|детал|основание|назначение|περιγραφ|αιτιολογ|aciklama|selgitus|paskirt|merkis|informacija|摘要|取引内容|お取り扱い|お取引|商品|^内容$|交易说明|適用|적요|^내용|historico|descri|lancamento|descricao|leiras|specifik|paaiskin|skyring|keterangan|concepte|^namen$|(^| )опис( |$)|mo ta|dien giai|noi dung|^text[ei]?$|zprava|sprava|communication|sdelen/,
      /^(?!.*(code|\bid\b|nummer|number|date|time|type|typ\b|currency|amount)).*(detail|text|mededeling|kozlemeny|title|tytul|motif|intitule|operation|operazione|operacion|operacao|transaktion|transaction|purpose|movimento|movimiento|podrobn|memo|dettagli|payment|zahlung|备注|beskjed|melding|meddel)/,
    ],
  },
  {
    role: "memo",
    kind: "text",
    names: [
      /^(sub ?descri\w*|(descri\w*|narrative|particulars|text) 2)$/,
      /memo|\bnotes?\b|remark|message|communication|notiz|comment|mededeling|detail|dettagli|detalle|descri\w* (completa|estesa|ampliada)|additional|buchungstext|poznam|uwagi|megjegyz|observa|egyeb|примеч|备注|備註|摘要|メモ|비고|melding|meddelande|viesti/,
    ],
  },
  {
    role: "reference",
    kind: "text",
    names: [/end to end/, /^אסמכתא|refer|\bref\b|kenmerk|viite|variabil|symbol|sumuma|numurs/],
  },
  {
    role: "category",
    kind: "text",
    names: [
      /categor|kategor|rubri|luokka/,
      /^(transaction |umsatz)?(type|art|typ|tipo|soort|tyyp|tips|tipas|тип|вид|tur|τυπος|类型|交易类型|区分)$/,
    ],
  },
];

/** The names of a fee column. Fees are added to the amount or included in it. */
export const FEE_NAME =
  /^(?!.*(currency|wahrung|id\b)).*(\bfees?\b|\bcharges?\b|gebuhr|\bentgelt|\bfrais\b|commission|comision|commissione|prowizja|poplatek|oplata|provize|tarifas?\b|\btaxa\b(?!.*(cambio|canvi|conversao|juros|interes))|comissao|комисси|手数料|手续费|服务费)/;

/** Names with the currency of their amounts: Amount (USD), Betrag in EUR, Kwota PLN. */
export const currencyInName = (name: string): string | null => {
  const found =
    /(?:^|[^A-Za-z])([A-Z]{3})(?:[^A-Za-z]|$)|([€£])|\b(EURO[AS]?|[Ee]uro[as]?)\b|(zł|Kč|Ft)/u.exec(
      name,
    );
  if (!found) return null;
  const [, code, sign, euro, other] = found;
  if (code) return code;
  if (euro) return "EUR";
  return SIGNS[sign ?? other ?? ""] ?? null;
};

/** Signs of a single currency; many currencies are dollars, crowns or pesos. */
export const SIGNS = lookup({
  "€": "EUR",
  "£": "GBP",
  zł: "PLN",
  Kč: "CZK",
  Ft: "HUF",
  R$: "BRL",
  "₹": "INR",
  "₺": "TRY",
  "₽": "RUB",
  "₴": "UAH",
  "₩": "KRW",
  "₪": "ILS",
  "₸": "KZT",
  "₫": "VND",
  "฿": "THB",
  "₱": "PHP",
  "₦": "NGN",
  TL: "TRY",
  Rp: "IDR",
  RM: "MYR",
  лв: "BGN",
  US$: "USD",
});

/** Returns a column's name in lower case, without accents and punctuation. */
export const plainName = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(LONE_SIGN, (sign) => (sign.includes("+") ? " in " : " out "))
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replaceAll(/[łøđıßæœŁØĐ]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[^\p{L}\d]+/gu, " ")
    .trim()
    .toLowerCase();

/**
 * A sign in brackets in the names of columns for incoming and outgoing money: [+] EUR, Amount (-).
 */
const LONE_SIGN = /[[(]\s*[-−–+]\s*[\])]/;

/** Letters that Unicode does not take apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ł: "l", Ł: "l", ø: "o", Ø: "o", đ: "d", Đ: "d", ı: "i", ß: "ss", æ: "ae", œ: "oe" },
};
