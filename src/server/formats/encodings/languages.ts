/**
 * A language's marks in texts: its non-ASCII letters, the most frequent first, and words of banks'
 * files. `script` is the script of the letters. Words of a script other than Latin have no ASCII
 * letters.
 */
export type Language = { script: "latin" | "other"; letters: string; words: string };

const latin = (letters: string, words: string): Language => ({ script: "latin", letters, words });
const other = (letters: string, words: string): Language => ({ script: "other", letters, words });

/** The languages of files without a declared encoding. */
export const LANGUAGES: readonly Language[] = [
  // German
  latin(
    "üäöß",
    "buchungstag valuta betrag verwendungszweck währung überweisung empfänger auftraggeber lastschrift gebühr umsätze begünstigter zahlungspflichtiger für gutschrift kartenzahlung konto umsatz buchung saldo miete gehalt datum text soll haben getätigt köln münchen eur chf",
  ),
  // French
  latin(
    "éèàêçôûîùâëïœÿ",
    "libellé débit crédit montant opération date référence solde virement prélèvement chèque carte intérêts dépôt café février août décembre chèques cheques compte vir virt prlv sepa facture paiement recu motif salaire achat loyer libelle eur chf cad",
  ),
  // Spanish
  latin(
    "óíñáéúü",
    "fecha importe concepto saldo operación transferencia nómina descripción débito crédito día comisión compañía compra recibo cargo abono pago cuenta tarjeta ingreso eur mxn ars clp cop",
  ),
  // Portuguese
  latin(
    "ãçáéíóúâêôõàü",
    "data valor descrição lançamento saldo transferência histórico crédito débito cartão pagamento salário movimento operação padaria conta compra pix salario debito credito saque brl eur",
  ),
  // Italian
  latin(
    "àèéìòù",
    "data importo descrizione causale valuta saldo addebito accredito più commissioni quantità attività caffè bonifico pagamento stipendio conto carta prelievo entrate uscite eur chf",
  ),
  // Dutch, Catalan, Albanian
  latin(
    "ëéïöóèüçàíòú",
    "datum bedrag naam omschrijving rekening tegenrekening mededelingen overschrijving betaling incasso saldo loon huur bij af eur",
  ),
  // Swedish, Finnish
  latin(
    "äåöé",
    "datum belopp bokföringsdag mottagare avsändare överföring saldo lön rubrik namn köp insättning uttag päivä määrä saaja maksaja selitys kirjauspäivä viesti tapahtumalaji viite arvopäivä kortköp kortkop text konto palkka tili lönen sek eur",
  ),
  // Danish, Norwegian
  latin(
    "øåæéöäü",
    "dato beløb beløp tekst saldo overførsel overføring indbetaling lønoverførsel lønn køb kjøp varekjøp bokført løn husleje rente rentedato konto netto bilka rema inn ut beskrivelse føtex dkk nok",
  ),
  // Icelandic
  latin("íáðéóþæöúýþ", "dagsetning upphæð texti skýring mótaðili staða færsla isk"),
  // Polish
  latin(
    "łążęśóćźń",
    "kwota data operacji opis saldo przelew żabka płatność kartą tytuł nadawca odbiorca księgowania wpłata wypłata opłata środki waluta rachunek zakup wynagrodzenie pensja bankomat sklep karta pln",
  ),
  // Czech
  latin(
    "íáéěčšřžýůúťďňó",
    "datum částka měna popis zpráva příjemce platba převod účet účtu kartou výběr úrok poplatek protiúčet provedení název zaúčtování nákup výplata vydej prichozi odchozi castka zustatek czk",
  ),
  // Slovak
  latin("áíéčšžýúťľôňäďóĺŕ", "suma mena účet dátum platba prevod poplatok správa príjemca eur"),
  // Hungarian
  latin(
    "áéöóíőüúű",
    "összeg dátum könyvelés közlemény típus átutalás vásárlás kártya díj egyenleg pénznem terhelés jóváírás partner számla közüzemi lakbér bér munka kft bt kiadás bevétel szamla huf",
  ),
  // Romanian
  latin(
    "ăîâșțşţ",
    "suma data detalii tranzacție tranzacţie descriere sold comision plată transfer beneficiar încasare cumparare salariu plata debit credit ron lei",
  ),
  // Croatian, Slovenian, Bosnian
  latin(
    "čšžćđ",
    "iznos datum opis račun uplata isplata kupnja stanje naknada plaća znesek namen plačilo eur bam",
  ),
  // Estonian
  latin("äõöüšž", "kuupäev summa saaja maksja selgitus jääk tehing makse"),
  // Latvian
  latin(
    "āīēšļņķūžģčŗō",
    "datums summa saņēmējs maksājums maksātājs mērķis atlikums pirkums valūta informācija",
  ),
  // Lithuanian
  latin(
    "ėšųžąįūčę",
    "data suma gavėjas mokėtojas paskirtis likutis valiuta pavedimas mokėjimas atlyginimas apyvarta kortelė pirkinys eur",
  ),
  // Turkish
  latin(
    "ışğüçöİâî",
    "açıklama tutar tarih bakiye işlem havale maaş ödeme kartı şube ücreti alışveriş hesap try",
  ),
  // Greek
  other(
    "αοιετσνηυρπκμλωδγχθφβξζψάέήίόύώςϊΐϋΰ",
    "ημερομηνία ποσό περιγραφή υπόλοιπο αιτιολογία μεταφορά αγορά ανάληψη χρέωση πίστωση μισθός κάρτα λογαριασμός τράπεζα eur",
  ),
  // Russian
  other(
    "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
    "оплата перевод зачисление списание покупка карта счет счёт дата сумма операции операция описание валюта категория статус снятие наличных магазин кофейня зарплата банк пополнение остаток назначение платежа комиссия rub rur kzt byn",
  ),
  // Ukrainian, Belarusian
  other(
    "оанивіретсклудмпязьбгйчжхцюшїєщфґўёы",
    "оплата переказ дата сума опис картка зарахування залишок операції валюта категорія uah byn",
  ),
  // Bulgarian, Serbian, Macedonian
  other(
    "аиоентрсвлдкпмзугъбчцяжщхшюфьйјљњђћџѓќѕ",
    "дата сума описание превод наредител получател основание салдо дебит кредит теглене покупка такса износ датум bgn rsd mkd",
  ),
  // Hebrew
  other(
    "יוהלאמרתבשנםדקחעכפגסטזןצךףץ",
    "תאריך סכום יתרה חובה זכות פעולה אסמכתא תיאור הפעולה העברה משכורת עמלה כרטיס אשראי בנק שם בית עסק עסקה חיוב ils nis",
  ),
  // Arabic
  other(
    "اليمنورتبةعدسفهكقأحجشصىطخضإزغذئثظؤءآـ",
    "التاريخ المبلغ الوصف الرصيد مدين دائن تحويل راتب شراء سحب بطاقة رسوم بنك حساب تاريخ aed sar egp mad",
  ),
];

/**
 * The characters of a language with too many letters to list: its own characters, and the frequent
 * ones.
 */
export type WideScript = { isOwn: RegExp; frequent: ReadonlySet<string>; words: string };

const wide = (isOwn: RegExp, frequent: string, words: string): WideScript => ({
  isOwn,
  frequent: new Set(frequent + words.replaceAll(" ", "")),
  words,
});

/** Chinese, simplified and traditional, Japanese and Korean. */
export const WIDE_SCRIPTS: readonly WideScript[] = [
  wide(
    /\p{Script=Han}/u,
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运店商超餐饮费付款还信用卡",
    "交易时间 金额 收入 支出 余额 对方 摘要 备注 日期 交易 类型 商品 状态 账户 记账 转账 工资 消费 便利店 支付宝 微信 人民币 cny rmb",
  ),
  wide(
    /\p{Script=Han}/u,
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經去法學如都同現當沒動面起看定天分還進好小部其些主樣理心本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運店商超餐飲費付款還",
    "日期 摘要 支出 存入 餘額 金額 備註 轉帳 薪資 交易 帳號 幣別 提款 存款 twd hkd",
  ),
  wide(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u,
    "ぁあいうえおかがきぎくぐけげこごさざしじすずせぜそぞただちっつづてでとどなにぬねのはばひびふぶへべほぼまみむめもゃやゅゆょよらりるれろわをんァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロワヲンヴーｦｧｨｩｪｫｬｭｮｯｰｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝﾞﾟ日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨銀行座番号区店支預払差引取扱利用料税",
    "日付 摘要 お支払金額 お預り金額 差引残高 取扱日付 振込 給与 残高 入金 出金 金額 口座 手数料 カード コンビニ ﾌﾘｺﾐ ﾃﾞﾋﾞﾂﾄ 利用日 利用店名 支払 jpy",
  ),
  wide(
    /\p{Script=Hangul}/u,
    "이다는에의가을하고지로은기사들리를자시도해한어있대인일그나정보수스아제서과여라부상전원구장주만동선조비마생용계성소신안오미금공거내개방유관연중치세트재경면우무국요모실학영물건당드간분통체문행회현적차화식산양업점페커피편의점마트",
    "거래일 거래일시 적요 출금액 입금액 잔액 내용 거래내용 출금 입금 이체 급여 카드 은행 금액 메모 보낸분 받는분 취급점 krw",
  ),
];
