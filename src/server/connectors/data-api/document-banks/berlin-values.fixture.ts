import type { Json } from "./authorization-server.fixture.ts";
import { type BookRow, toAmount } from "./books.fixture.ts";

export const IBANS: Record<string, string> = {
  a1: "DE89370400440532013000",
  a2: "DE75512108001245126199",
  a3: "DE89370400440532013000",
};

/** Accounts, balances and rows of NextGenPSD2, with a bank's deviations. */
export const berlinValues = (has: (deviation: string) => boolean, base: string, issuer: string) => {
  const href = (path: string) =>
    has("links-without-host")
      ? `${base}${path}`
      : `${has("links-of-a-gateway") ? "https://gateway.internal:8443" : issuer}${base}${path}`;
  const link = (path: string) => (has("links-as-texts") ? href(path) : { href: href(path) });

  const account = (id: string, resourceId: string, currency: string) => ({
    resourceId,
    ...(id !== "a4" && { iban: IBANS[id] }),
    ...(!(has("no-currency") && id === "a1") && { currency }),
    ...(has("nulls")
      ? {
          bban: null,
          msisdn: null,
          ownerName: null,
          details: null,
          linkedAccounts: null,
          usage: null,
          bic: null,
          name: null,
        }
      : { name: `Konto ${id}` }),
    product: id === "a2" ? "Tagesgeld" : "Girokonto",
    cashAccountType: id === "a2" ? "SVGS" : "CACC",
    ...(has("blocked-account") && id === "a2" ? { status: "blocked" } : { status: "enabled" }),
    ownerName: has("nulls") ? null : "Ada Byron",
    _links: {
      balances: link(`/accounts/${resourceId}/balances`),
      transactions: link(`/accounts/${resourceId}/transactions`),
    },
  });
  const resourceId = (consent: { number: number }, id: string) =>
    has("ids-of-the-consent") ? `r${consent.number}-${id}` : id;
  const accounts = (consent: { number: number }) => {
    const list = [
      account("a1", resourceId(consent, "a1"), "EUR"),
      account("a2", resourceId(consent, "a2"), "EUR"),
    ];
    if (has("multi-currency")) list.push(account("a1", "whole", "XXX"));
    if (has("multi-currency") || has("one-iban-of-two-currencies"))
      list.push(account("a3", resourceId(consent, "a3"), "USD"));
    if (has("account-without-iban")) list.push(account("a4", resourceId(consent, "a4"), "EUR"));
    return list;
  };

  const balancesOf = (id: string) => {
    const balance = (balanceType: string, cents: number, more: Json = {}) => ({
      balanceAmount: {
        currency: id === "a3" ? "USD" : "EUR",
        amount: has("amounts-as-numbers") ? cents / 100 : (cents / 100).toFixed(2),
      },
      balanceType,
      lastChangeDateTime: has("times-without-zone")
        ? "2026-06-15T06:00:00"
        : "2026-06-15T06:00:00.000+02:00",
      ...more,
    });
    if (id !== "a1") return [balance("closingBooked", 50_000)];
    if (has("expected-only")) return [balance("expected", 123_456)];
    return [
      balance("closingBooked", 123_456, { referenceDate: "2026-06-14" }),
      ...(has("older-balances")
        ? [
            balance("closingBooked", 1, {
              referenceDate: "2026-05-31",
              lastChangeDateTime: "2026-05-31T22:00:00.000+02:00",
            }),
          ]
        : []),
      balance("interimAvailable", 120_000),
      ...(has("unknown-balance-type") ? [balance("authorised", 7)] : []),
    ];
  };

  const row = ({ id, day, cents, currency, text, pending }: BookRow) => {
    const amount = `${cents > 0 ? "-" : ""}${has("short-decimals") ? toAmount(cents).replace(/\.?0+$/, "") : toAmount(cents)}`;
    const time = has("times-as-days") ? `${day}T00:00:00.000+02:00` : day;
    return {
      ...(!has("no-ids") && !has("entry-references-only") && { transactionId: `x-${id}` }),
      ...(!has("no-ids") && !pending && { entryReference: `e-${id}` }),
      ...(!pending && !has("value-date-only") && { bookingDate: time }),
      valueDate: time,
      transactionAmount: { currency, amount: has("amounts-as-numbers") ? Number(amount) : amount },
      ...(cents > 0 ? { creditorName: "A shop" } : { debtorName: "An employer" }),
      ...(has("structured-text")
        ? { remittanceInformationStructured: { reference: text, referenceType: "SCOR" } }
        : has("text-in-a-list")
          ? { remittanceInformationUnstructuredArray: [text] }
          : { remittanceInformationUnstructured: text }),
      ...(has("nulls") && {
        mandateId: null,
        creditorId: null,
        creditorAccount: null,
        debtorAccount: null,
        ultimateCreditor: null,
        purposeCode: null,
        bankTransactionCode: null,
        proprietaryBankTransactionCode: null,
        currencyExchange: null,
        balanceAfterTransaction: null,
        additionalInformation: null,
        _links: null,
      }),
    };
  };
  return { link, accounts, resourceId, balancesOf, row };
};
