import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";
import { decoderFor } from "./encodings/decoders.ts";

/** The bytes of a text in a single-byte encoding. */
const bytesIn = (label: string, text: string): Buffer => {
  const alphabet = decoderFor(label)?.decode(Buffer.from([...Array(256).keys()])) ?? "";
  return Buffer.from([...text].map((sign) => alphabet.indexOf(sign)));
};
const textIn = (label: string, text: string) => decodeText(bytesIn(label, text)).text;

const POLISH =
  "Data operacji;Opis;Kwota\n2026-09-01;Żabka ul. Łąkowa;-12,50\n2026-09-03;Przelew śródroczny;1250,00\n";
const CZECH = "Datum;Popis;Částka\n1.9.2026;Platba kartou Žižkov;-100,00;CZK\n";
const HUNGARIAN = "Dátum;Összeg;Közlemény\n2026.09.01;-100;árvíztűrő vásárlás;HUF\n";
const GERMAN =
  "Buchungstag;Empfänger;Betrag\n01.09.2026;Müller & Söhne;-10,00\n02.09.2026;Bäckerei Groß;-5,00\n";
const SPANISH =
  "Fecha;Concepto;Importe\n01/09/2026;Nómina de España;100,00\n02/09/2026;Compañía día;-10,00\n";
const SWEDISH = "Datum;Rubrik;Belopp\n2026-09-01;Överföring från Åsa, Malmö;-100,00\n";
const TURKISH =
  "Tarih;Açıklama;Tutar\n14.09.2026;Şişli Market İğne;-12,50\n25.09.2026;Maaş;900,00\n";
const LITHUANIAN = "Data;Gavėjas;Suma\n2026-09-01;Šiaulių bankas, mokėjimas už žiemą;-3,00\n";
const LATVIAN = "Datums;Saņēmējs;Summa\n01.09.2026;Rīgas siltums, pārskaitījums;-3,00\n";
const GREEK = "Ημερομηνία;Περιγραφή;Ποσό\n01/09/2026;Αγορά Αθήνα καφές;-3,50\n";
const RUSSIAN =
  "Дата;Описание;Сумма\n01.09.2026;Кофейня на Невском;-250,00\n02.09.2026;Зарплата;50000,00\n";
const CAPITALS = "Дата;Описание;Сумма\n01.09.2026;ОПЛАТА ТОВАРОВ ПЯТЕРОЧКА;-250,00\n";
const HEBREW = "תאריך,תיאור,סכום\n01/09/2026,העברה לחשבון,-10.00\n02/09/2026,משכורת,100.00\n";
const ARABIC = "التاريخ,الوصف,المبلغ\n01/09/2026,شراء من السوق,-10.00\n";

test.each([
  ["windows-1250", POLISH],
  ["iso-8859-2", POLISH],
  ["ibm852", POLISH],
  ["mac-centraleurope", POLISH],
  ["windows-1250", CZECH],
  ["iso-8859-2", CZECH],
  ["ibm852", CZECH],
  ["windows-1250", HUNGARIAN],
  ["ibm852", HUNGARIAN],
  ["windows-1252", GERMAN],
  ["ibm850", GERMAN],
  ["ibm437", GERMAN],
  ["macintosh", GERMAN],
  ["windows-1252", SPANISH],
  ["ibm850", SPANISH],
  ["windows-1252", SWEDISH],
  ["ibm437", SWEDISH],
  ["windows-1254", TURKISH],
  ["ibm857", TURKISH],
  ["windows-1257", LITHUANIAN],
  ["iso-8859-13", LITHUANIAN],
  ["ibm775", LITHUANIAN],
  ["windows-1257", LATVIAN],
  ["ibm775", LATVIAN],
  ["windows-1253", GREEK],
  ["iso-8859-7", GREEK],
  ["ibm737", GREEK],
  ["windows-1251", RUSSIAN],
  ["koi8-r", RUSSIAN],
  ["ibm866", RUSSIAN],
  ["iso-8859-5", RUSSIAN],
  ["x-mac-cyrillic", RUSSIAN],
  ["windows-1251", CAPITALS],
  ["koi8-r", CAPITALS],
  ["ibm866", CAPITALS],
  ["windows-1255", HEBREW],
  ["ibm862", HEBREW],
  ["windows-1256", ARABIC],
  ["iso-8859-6", ARABIC],
])(
  "a text in %s that declares nothing is recognized by its letters and words: %j",
  (label, text) => {
    expect(decodeText(bytesIn(label, text))).toMatchObject({ text, doubt: null });
  },
);

test.each([
  [
    "gb18030",
    "vbvS18qxvOQsvbvS17bUt70svfC27goyMDI2LTA5LTAxIDEwOjAwOjAwLLHjwPu16iwtMTIuNTAK",
    "便利店",
  ],
  [
    "Shift_JIS",
    "juaItZP6lXQsk0WXdiyCqI54laWL4Ip6CjIwMjYvMDkvMDEsut3L3sYgi4uXXpBVjZ4sNTAwCg==",
    "ｺﾝﾋﾞﾆ 給与振込",
  ],
  ["EUC-JP", "vOiwt8b8ydUsxabN1yykqrvZyqe24rPbCjIwMjYvMDkvMDEspbOl86XTpcssNTAwCg==", "コンビニ"],
  ["Big5", "pOm0wSy6S61uLKTkpVgKMjAyNi8wOS8wMSyl/q5hq0unUbDTqbEsNTAK", "全家便利商店"],
  [
    "EUC-KR",
    "sMW3ocDPvcMswPu/5CzD4rHdvtcKMjAyNi0wOS0wMSy9usW4ufe9uiCwrbOywaEsNTAwMAo=",
    "스타벅스 강남점",
  ],
])("a text in %s is recognized by its frequent characters", (_, base64, words) => {
  const { text, doubt } = decodeText(Buffer.from(base64, "base64"));
  expect(text).toContain(words);
  expect(doubt).toBeNull();
});

test("a text that reads well in several encodings leaves it open, with three lines in each", () => {
  const rows = [
    "Data;Opis;Kwota",
    "01.09.2026;ŻABKA;-5,00",
    "02.09.2026;KIOSK;-3,00",
    "03.09.2026;A;1",
  ];
  const bytes = bytesIn("ibm852", rows.join("\n"));
  const [first = "", , third = ""] = rows;
  const { doubt } = decodeText(bytes);
  expect(doubt).toEqual([
    { encoding: "ibm852", lines: ["01.09.2026;ŻABKA;-5,00", first, third] },
    { encoding: "windows-1252", lines: ["01.09.2026;½ABKA;-5,00", first, third] },
  ]);
  expect(decodeText(bytes, "ibm852")).toMatchObject({ encoding: "ibm852", doubt: null });
});

const xml = (encoding: string) => `<?xml version="1.0" encoding='${encoding}'?>\n<a>Žluťoučký</a>`;
const sgml = (header: string, name: string) =>
  `OFXHEADER:100\nDATA:OFXSGML\n${header}\n\n<OFX><NAME>${name}`;
test.each([
  ["iso-8859-2", xml("ISO-8859-2")],
  ["windows-1250", xml("cp1250")],
  ["ibm852", xml("IBM852")],
  ["windows-1251", sgml("ENCODING:USASCII\nCHARSET:1251", "Й")],
  ["windows-1251", sgml("ENCODING:USASCII\r\nCHARSET:CP1251".replace("\r", ""), "Й")],
  ["windows-1251", sgml("ENCODING:WINDOWS-1251\nCHARSET:NONE", "Й")],
  ["iso-8859-2", sgml("ENCODING:USASCII\nCHARSET:8859-2", "Ł")],
  ["windows-1253", sgml("ENCODING: USASCII\nCHARSET: windows-1253", "Ω")],
  ["koi8-r", `<?OFX OFXHEADER="200" VERSION="211" ENCODING="KOI8-R"?><OFX><NAME>Ю`],
])("a text that declares %s is read in it: %j", (label, text) => {
  expect(textIn(label, text)).toBe(text);
});

test.each([
  [
    "UTF-16 without a mark",
    Buffer.from("Date,Text\n2026-09-01,Żabka", "utf16le"),
    "2026-09-01,Żabka",
  ],
  ["UTF-16 the other way round", Buffer.from("Date,Дата\n2026", "utf16le").swap16(), "Date,Дата"],
  ["NULs at its end", Buffer.from(`a,ż\n1\n${"\0".repeat(40)}`), "a,ż\n1\n"],
  ["NULs between its fields", Buffer.from("a\0\0\0,ż\n1"), "a,ż\n1"],
  ["the mark of DOS at its end", Buffer.from("a,b\n1\u001a"), "a,b\n1"],
  [
    "a letter that is cut off",
    Buffer.from("Café,Caf\xc3,Zoë\n".replaceAll("\xc3", "#")).map((b) => (b === 0x23 ? 0xc3 : b)),
    "Café,Caf,Zoë",
  ],
  ["one letter, which is cut off", Buffer.from("Date,Caf\xc3,1\n", "latin1"), "Date,Caf,1"],
  [
    "a wide letter that is cut off",
    Buffer.concat([Buffer.from("Preis 5"), Buffer.from([0xe2, 0x82]), Buffer.from(",1\n")]),
    "Preis 5,1",
  ],
  ["UTF-8 under a header of windows-1252", Buffer.from(sgml("CHARSET:1252", "Łódź")), "Łódź"],
  [
    "a letter of UTF-8 before a sign of dollars",
    Buffer.from("\u{2bf80}$@SUM(1)"),
    "\u{2bf80}$@SUM(1)",
  ],
  [
    "another encoding under a header of UTF-8",
    bytesIn("windows-1252", `<?xml version="1.0" encoding="UTF-8"?><a>Müller für Söhne</a>`),
    "Müller für Söhne",
  ],
])("a text with %s is read", (_, bytes, text) => {
  expect(decodeText(bytes).text).toContain(text);
});
