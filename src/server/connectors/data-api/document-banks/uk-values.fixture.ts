import type { Json } from "./authorization-server.fixture.ts";
import { type BookRow, toAmount, yearOf } from "./books.fixture.ts";

const V3_CODES: Record<string, string> = {
  BOOK: "Booked",
  PDNG: "Pending",
  ITBD: "InterimBooked",
  ITAV: "InterimAvailable",
  CLBD: "ClosingBooked",
  AWAU: "AwaitingAuthorisation",
  AUTH: "Authorised",
};

/** Accounts, balances and rows of UK Open Banking, with a bank's deviations. */
export const ukValues = (has: (deviation: string) => boolean, clock: () => number) => {
  const code = (name: string) => (has("codes-of-v3") ? (V3_CODES[name] ?? name) : name);
  const toNumbers = (id: string) => {
    const scheme = (name: string) => (has("short-schemes") ? name : `UK.OBIE.${name}`);
    const sortCode = has("sort-code-with-hyphens") ? "20-00-00 12345678" : "20000012345678";
    const iban = has("iban-with-spaces") ? "GB29 NWBK 6016 1331 9268 19" : "GB29NWBK60161331926819";
    const sorted = {
      SchemeName: scheme("SortCodeAccountNumber"),
      Identification: sortCode,
      Name: "Ms A Byron",
    };
    if (id === "a1") return [sorted, { SchemeName: scheme("IBAN"), Identification: iban }];
    if (id === "a2")
      return [
        {
          ...sorted,
          Identification: "20000087654321",
          ...(has("nulls") && { Name: null, SecondaryIdentification: null }),
        },
      ];
    if (id === "a3") return [{ SchemeName: scheme("PAN"), Identification: "XXXXXXXXXXXX4321" }];
    return [{ SchemeName: scheme("IBAN"), Identification: "GB33BUKB20201555555555" }];
  };
  const account = (id: string, kind: string, currency: string) => ({
    AccountId: id,
    Status: has("closed-account") && id === "a2" ? "Deleted" : "Enabled",
    StatusUpdateDateTime: "2024-01-01T00:00:00+00:00",
    ...(!(has("no-currency") && id === "a1") && { Currency: currency }),
    ...(has("types-of-v3")
      ? {
          AccountType: "Personal",
          AccountSubType: { CACC: "CurrentAccount", SVGS: "Savings", CARD: "CreditCard" }[kind],
        }
      : { AccountCategory: "Personal", AccountTypeCode: kind }),
    ...(has("nulls")
      ? {
          Nickname: null,
          Description: null,
          OpeningDate: null,
          MaturityDate: null,
          SwitchStatus: null,
        }
      : {}),
    ...(!has("no-names") && { Nickname: `My ${id}` }),
    ...(has("servicer") && {
      Servicer: { SchemeName: "UK.OBIE.BICFI", Identification: "NWBKGB2L" },
    }),
    SwitchStatus:
      has("switched") && id === "a2" ? "UK.CASS.SwitchCompleted" : "UK.CASS.NotSwitched",
    Account: toNumbers(id),
  });
  const accounts = () => [
    account("a1", "CACC", "GBP"),
    account("a2", "SVGS", "GBP"),
    account("a3", "CARD", "GBP"),
    account("a4", "CACC", "EUR"),
  ];

  const balance = (id: string, type: string, cents: number, more: Json = {}) => ({
    AccountId: id,
    CreditDebitIndicator: cents < 0 ? "Debit" : "Credit",
    Type: code(type),
    DateTime: "2026-06-15T06:00:00+00:00",
    Amount: {
      Amount: has("amounts-as-numbers") ? Math.abs(cents) / 100 : toAmount(cents),
      Currency: id === "a4" ? "EUR" : "GBP",
    },
    ...more,
  });
  const balancesOf = (id: string) => {
    const line = {
      CreditLine: [
        {
          Included: true,
          Type: has("codes-of-v3") ? "Pre-Agreed" : "Pre-Agreed",
          Amount: { Amount: "500.00", Currency: "GBP" },
        },
      ],
    };
    const card = {
      CreditLine: [
        { Included: false, Type: "Credit", Amount: { Amount: "2000.00", Currency: "GBP" } },
      ],
    };
    if (id === "a3") return [balance(id, "ITBD", -32_109, card)];
    if (id !== "a1") return [balance(id, "ITBD", 50_000)];
    const old = balance(id, "ITBD", 1, { DateTime: "2026-06-01T06:00:00+00:00" });
    return [
      ...(has("older-balances-first") ? [old] : []),
      balance(id, "ITBD", 123_456),
      balance(
        id,
        "ITAV",
        has("overdraft-in-available") ? 170_000 : 120_000,
        has("overdraft-in-available") ? line : {},
      ),
      ...(has("older-balances") ? [old] : []),
      ...(has("unknown-balance-type") ? [balance(id, "XXXX", 9)] : []),
    ];
  };

  const toTime = ({ day }: BookRow) => {
    if (has("times-in-summer-time")) return `${day}T00:30:00+01:00`;
    return has("times-without-zone") ? `${day}T00:00:00` : `${day}T10:00:00+00:00`;
  };
  const row = (accountId: string, book: BookRow) => {
    const amount = (book.cents > 0 ? -1 : 1) * Math.abs(book.cents);
    const text = has("signed-amounts") && amount < 0 ? `-${toAmount(amount)}` : toAmount(amount);
    return {
      AccountId: accountId,
      ...(!has("no-ids") && { TransactionId: `${accountId}-${book.id}` }),
      CreditDebitIndicator: amount < 0 ? "Debit" : "Credit",
      Status: code(book.pending ? "PDNG" : "BOOK"),
      ...(has("mutability") && { TransactionMutability: book.pending ? "Mutable" : "Immutable" }),
      BookingDateTime: toTime(book),
      Amount: { Amount: has("amounts-as-numbers") ? Number(text) : text, Currency: book.currency },
      ...(has("merchant-text-only")
        ? { MerchantDetails: { MerchantName: book.text, MerchantCategoryCode: "5411" } }
        : { TransactionInformation: book.text }),
      ...(has("nulls") && {
        ValueDateTime: null,
        MerchantDetails: null,
        CreditorAccount: null,
        DebtorAccount: null,
        Balance: null,
        BankTransactionCode: null,
        StatementReference: null,
        CurrencyExchange: null,
      }),
    };
  };
  const otherRows = (id: string) =>
    has("other-states") && id === "a1"
      ? ["INFO", "FUTR", "RJCT"].map((state) => ({
          ...row(id, {
            ...yearOf(clock())[5],
            id: state,
            day: "2026-06-10",
            cents: 77,
            currency: "GBP",
            pending: false,
            text: state,
          }),
          Status: state,
        }))
      : [];
  return { code, accounts, balancesOf, row, otherRows };
};
