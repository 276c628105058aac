import fc from "fast-check";
import { expect, test } from "vitest";
import type { Description } from "./candidates.ts";
import { enrich } from "./enrich.ts";
import { loadKnowledge } from "./knowledge.ts";
import { FINANCE_CATEGORIES } from "./taxonomy.ts";

const knowledge = await loadKnowledge();

const enriched = (description: string, facts: Partial<Description> = {}) =>
  enrich(knowledge, { description, amount: 10, currency: "USD", ...facts });

test("the data files know at least 3,000 merchants", () => {
  expect(knowledge.merchantCount).toBeGreaterThan(3000);
});

test.each([
  ["POS DEBIT WAL-MART #1234 DALLAS TX", "GENERAL_MERCHANDISE_SUPERSTORES"],
  ["NETFLIX.COM", "ENTERTAINMENT_TV_AND_MOVIES"],
  ["CARD PAYMENT TO TESCO STORES 3293", "FOOD_AND_DRINK_GROCERIES"],
  ["Kartenzahlung DM FIL.1234", "MEDICAL_PHARMACIES_AND_SUPPLEMENTS"],
  ["PRLV SEPA EDF CLIENTS PARTICULIERS", "RENT_AND_UTILITIES_GAS_AND_ELECTRICITY"],
  ["COMPRA TARJ. 1234 MERCADONA VALENCIA", "FOOD_AND_DRINK_GROCERIES"],
  ["PAGAMENTO POS ESSELUNGA MILANO", "FOOD_AND_DRINK_GROCERIES"],
  ["BEA Albert Heijn 1234 AMSTERDAM", "FOOD_AND_DRINK_GROCERIES"],
])("%s is recognized by its merchant, as %s", (description, category) => {
  const { counterparties, ...result } = enriched(description, { currency: null });
  expect(result).toMatchObject({ category, confidence: "VERY_HIGH" });
  expect(counterparties[0]).toMatchObject({ type: "merchant", logo_url: null });
});

test.each([
  ["NON-NETWORK ATM FEE", "BANK_FEES_ATM_FEES"],
  ["ATM WITHDRAWAL 7-ELEVEN 1234", "TRANSFER_OUT_WITHDRAWAL"],
  ["COUNCIL TAX LB HACKNEY", "GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT"],
  ["MIETE WOHNUNG 12", "RENT_AND_UTILITIES_RENT"],
  ["RETRAIT DAB 12/03 PARIS", "TRANSFER_OUT_WITHDRAWAL"],
  ["J SMITH BARBER SHOP", "PERSONAL_CARE_HAIR_AND_BEAUTY"],
])("%s is recognized by its words, as %s", (description, category) => {
  expect(enriched(description).category).toBe(category);
});

test.each([
  ["Transfer to Bills Account", 10, "TRANSFER_OUT_ACCOUNT_TRANSFER"],
  ["TRANSFER FROM TARGET ACCOUNT", -10, "TRANSFER_IN_ACCOUNT_TRANSFER"],
  ["TRANSFER FROM HIGH-INTEREST SAVINGS", -10, "TRANSFER_IN_SAVINGS"],
  ["ONLINE TRANSFER FROM J DOE SAVINGS", -10, "TRANSFER_IN_SAVINGS"],
])(
  "%s is a transfer, although a brand or a word is in its name",
  (description, amount, category) => {
    expect(enriched(description, { amount, currency: "GBP" })).toMatchObject({
      category,
      counterparties: [],
    });
  },
);

test.each([
  ["ZAHNARZT AM MARKT DR LANG", "DE", "MEDICAL_DENTAL_CARE"],
  ["CB PHARMACIE DU MARCHE LILLE", "FR", "MEDICAL_PHARMACIES_AND_SUPPLEMENTS"],
  ["PAGAMENTO POS FARMACIA DEL MERCATO", "IT", "MEDICAL_PHARMACIES_AND_SUPPLEMENTS"],
  ["PARRUCCHIERE DEL TEATRO", "IT", "PERSONAL_CARE_HAIR_AND_BEAUTY"],
])("%s is a shop, and no market that it is at", (description, country, category) => {
  expect(enriched(description, { currency: null, country }).category).toBe(category);
});

test.each([
  ["GAP MOUNTAIN VETERINARY", "MEDICAL_VETERINARY_SERVICES"],
  ["APPLE ORCHARD DENTAL", "MEDICAL_DENTAL_CARE"],
])("%s is another shop than the chain that its name begins with", (description, category) => {
  expect(enriched(description)).toMatchObject({ category, counterparties: [] });
});

test("initials may have points", () => {
  for (const description of ["S.N.C.F. PARIS 12", "SNCF PARIS 12"])
    expect(enriched(description, { currency: "EUR" })).toMatchObject({
      category: "TRANSPORTATION_PUBLIC_TRANSIT",
      counterparties: [{ name: "SNCF" }],
    });
});

test("umlauts may be written with an e, and accents left out", () => {
  for (const description of ["Kontoführung", "KONTOFUEHRUNG", "Kontofuhrung"])
    expect(enriched(description).category).toBe("BANK_FEES_OTHER_BANK_FEES");
});

test("the same words have another category if the money arrives", () => {
  const out = enriched("INTEREST");
  const arriving = enriched("INTEREST", { amount: -1 });
  expect([out.category, arriving.category]).toEqual([
    "BANK_FEES_INTEREST_CHARGE",
    "INCOME_INTEREST_EARNED",
  ]);
});

test("a payment service and the merchant behind it are both counterparties, the merchant first", () => {
  const { counterparties, category } = enriched("PAYPAL *SPOTIFY 4029357733");
  expect(category).toBe("ENTERTAINMENT_MUSIC_AND_AUDIO");
  expect(counterparties.map(({ name, type }) => [name, type])).toEqual([
    ["Spotify", "merchant"],
    ["PayPal", "payment_app"],
  ]);
});

test("a payment service alone is a transfer", () => {
  expect(enriched("VENMO PAYMENT 123456").category).toBe("TRANSFER_OUT_ACCOUNT_TRANSFER");
});

test("the institution's codes decide if the words say nothing", () => {
  expect(enriched("QZXJ 0001", { merchantCode: "5411" }).category).toBe("FOOD_AND_DRINK_GROCERIES");
  expect(enriched("QZXJ 0001", { transactionType: "ATMWITHDRAWAL" }).category).toBe(
    "TRANSFER_OUT_WITHDRAWAL",
  );
  expect(enriched("QZXJ 0001", { categoryId: "13001003" }).category).toBe("FOOD_AND_DRINK_COFFEE");
});

test("two reasons that agree are surer than one", () => {
  expect(enriched("JIMMYS BARBER").confidence).toBe("MEDIUM");
  expect(enriched("JIMMYS BARBER", { merchantCode: "7230" })).toMatchObject({
    confidence: "VERY_HIGH",
    reasons: [expect.stringContaining("barber"), "the merchant category code 7230"],
  });
});

test.each([
  ["PAYPAL EUROPE S.A.R.L. ET CIE S.C.A", 10, "DE", "TRANSFER_OUT_ACCOUNT_TRANSFER", ["PayPal"]],
  ["POSTE ITALIANE SPA BOLLETTINO", 10, "IT", "GENERAL_SERVICES_POSTAGE_AND_SHIPPING", []],
  ["CONSTRUCCIONES COSTA SL", 10, "ES", "TRANSFER_OUT_OTHER_TRANSFER_OUT", []],
  ["TRANSFERENCIA RECIBIDA DE LUCIA COSTA PEREZ", -10, "ES", "TRANSFER_IN_ACCOUNT_TRANSFER", []],
  ["FASTER PAYMENT RECEIVED FROM A SMITH", -10, "GB", "TRANSFER_IN_ACCOUNT_TRANSFER", []],
  ["SPA AT THE BELLAGIO LAS VEGAS NV", 10, "US", "PERSONAL_CARE_HAIR_AND_BEAUTY", []],
])(
  "no legal form, person or part of a name in %s is a merchant",
  (text, amount, country, category, names) => {
    const result = enriched(text, { amount, country });
    expect([result.category, result.counterparties.map(({ name }) => name)]).toEqual([
      category,
      names,
    ]);
  },
);

test.each([
  "UBER USA 6787 EDI PAYMNT",
  "DOORDASH, INC. DES:DASHER PAY",
  "INSTACART SHOPPER PAY",
  "LYFT DRIVER PAYOUT",
])("%s is pay for work if it arrives, and a refund is none", (description) => {
  expect(enriched(description, { amount: -10 }).category).toBe("INCOME_WAGES");
  expect(enriched(`${description} REFUND`, { amount: -10 }).category).not.toBe("INCOME_WAGES");
  expect(enriched(description).category).not.toMatch(/^INCOME/);
});

test.each(["AIRBNB PAYMENTS DES:AIRBNB", "EBAY O*12-11842 PAYOUT", "VINTED UAB AUSZAHLUNG"])(
  "%s is income of a person who sells or lets by it, and a refund is none",
  (description) => {
    expect(enriched(description, { amount: -10 }).category).toBe("INCOME_OTHER_INCOME");
    expect(enriched(`${description} REFUND`, { amount: -10 }).category).not.toMatch(/^INCOME/);
    expect(enriched(description).category).not.toMatch(/^INCOME/);
  },
);

test("a payer of wages that is paid is of no sure category", () => {
  expect(enriched("PAYCHEX EIB", { amount: -10 }).category).toBe("INCOME_WAGES");
  expect(enriched("PAYCHEX EIB INVOICE X8812").confidence).toBe("LOW");
});

test("a word of a small shop's name is no chain after its till, nor within a company's name", () => {
  const names = (description: string, country: string) =>
    enriched(description, { country }).counterparties.map(({ name }) => name);
  expect(names("TST* COSTA DEL SOL TACOS SAN DIEGO CA", "US")).toEqual(["Toast"]);
  expect(names("SQ *MACYS GARDEN CAFE RENO NV", "US")).toEqual(["Square"]);
  expect(names("TALLERES COSTA BRAVA SL", "ES")).toEqual([]);
  expect(names("MACYS RENO NV", "US")).toEqual(["Macy's"]);
});

test("a name that two merchants have is one reason", () => {
  expect(enriched("SHELL 4412", { country: "US" })).toMatchObject({
    confidence: "HIGH",
    reasons: [expect.stringContaining("Shell"), expect.stringContaining("St1")],
  });
});

test("another category in the words makes a merchant less sure, and a seller of anything is never sure", () => {
  expect(enriched("NETFLIX.COM").confidence).toBe("VERY_HIGH");
  expect(enriched("NETFLIX.COM PARKING").confidence).toBe("MEDIUM");
  expect(enriched("APPLE.COM/BILL").confidence).toBe("MEDIUM");
});

test("a brand of another country counts less than one of the currency's", () => {
  const { reasons } = enriched("ATLANTIC 12", { currency: "SEK" });
  expect(reasons).not.toContain("the name “Atlantic” at the beginning");
});

test("the confidence is UNKNOWN if only the direction is known", () => {
  expect(enriched("QZXJ 0001")).toMatchObject({
    category: "TRANSFER_OUT_OTHER_TRANSFER_OUT",
    confidence: "UNKNOWN",
    counterparties: [],
  });
  expect(enriched("QZXJ 0001", { amount: -1 }).category).toBe("TRANSFER_IN_OTHER_TRANSFER_IN");
});

test("the number of a cheque is read from its words", () => {
  expect(enriched("CHECK 1234").checkNumber).toBe("1234");
  expect(enriched("CHECKCARD 1234 SHOP").checkNumber).toBeNull();
});

test("the id of a merchant depends on its name alone", () => {
  const [uk, us] = [enriched("TESCO 1", { currency: "GBP" }), enriched("TESCO EXTRA 2")];
  expect(uk.merchant?.entity_id).toMatch(/^[0-9A-Za-z]{37}$/);
  expect(us.merchant?.entity_id).toBe(uk.merchant?.entity_id);
});

test("any text has a category of the taxonomy, the same each time", () => {
  const known = new Set<string>(FINANCE_CATEGORIES.map(({ detailed }) => detailed));
  const text = fc.oneof(
    fc.string({ maxLength: 10_000, unit: "binary" }),
    fc
      .array(fc.constantFrom("a", "ue", " ", "*", "(", "9", "tesco", "atm", "é"), {
        maxLength: 3000,
      })
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, fc.double({ noNaN: true }), (description, amount) => {
      const facts = { description, amount, currency: "USD" };
      const first = enrich(knowledge, facts);
      expect(known).toContain(first.category);
      // Other knowledge has another cache.
      expect(enrich({ ...knowledge }, facts)).toEqual(first);
    }),
    { numRuns: 30 },
  );
});

test("only the first 500 characters count, so that a long text takes no longer", () => {
  const long = `${"x".repeat(499)} TESCO STORES`;
  expect(enriched(long).confidence).toBe("UNKNOWN");
  expect(enriched(`TESCO STORES ${"x".repeat(10_000)}`).confidence).toBe("VERY_HIGH");
});

test("the same words have a result of their own with other facts", () => {
  const categories = [
    {},
    { amount: -10 },
    { merchantCode: "4112" },
    { categoryId: "21009000" },
  ].map((facts) => enriched("ZQX 81", facts).category);
  expect(new Set(categories).size).toBe(4);
});
