import { valueAt } from "../../../../connectors/data-api/dialect.ts";
import type { Check, CheckOf, Observations } from "../../check.ts";
import type { ConsentObservations } from "../../consents/observations.ts";
import { readText } from "../../reply.ts";
import { amountFault, dayFault, faultIn, quoted, type Row, rowsAt, textAt } from "./findings.ts";

const LIST = "cardAccounts";

/** Statuses for a person without cards. */
const NO_CARDS = [403, 404, 405];

/** A check of the cards in their own list. */
const inCards = (
  check: CheckOf<[cards: Row[], observations: Observations & { consent: ConsentObservations }]>,
): Check => ({
  ...check,
  area: "Data",
  find: (observations) => {
    const { consent } = observations;
    if (consent?.cards?.list.failure !== null) return undefined;
    const cards = rowsAt(consent.cards.list.body, LIST) ?? [];
    return cards.length === 0 ? undefined : check.find(cards, { ...observations, consent });
  },
});

/** A check of the balances of each card in their own list. */
const inCardBalances = (
  check: Omit<Check, "area" | "find"> & { faultOf(balances: Row[]): string | null },
): Check => ({
  ...check,
  area: "Data",
  find: ({ consent }) => {
    const lists = (consent?.cards?.balances ?? []).flatMap(({ reply }) =>
      reply.failure === null ? [rowsAt(reply.body, "balances") ?? []] : [],
    );
    if (lists.length === 0) return undefined;
    return lists.map(check.faultOf).find((fault) => fault !== null) ?? null;
  },
});

/** A balance at the end of a reporting period, or at the start of the next. */
const OF_STATEMENT = /^(closingBooked|CLBD|openingBooked|OPBD)$/;

/** The checks of cards in a list of their own, of NextGenPSD2. */
export const berlinGroupCardChecks: readonly Check[] = [
  {
    id: "cards-list",
    area: "Data",
    what: "lists cards apart, as the connection declares it",
    fix: "answer /card-accounts with cardAccounts, a list, or connect it without --deviation card-accounts=listed",
    find: ({ consent }) => {
      const list = consent?.cards?.list;
      if (!list || NO_CARDS.includes(list.status ?? 0)) return undefined;
      if (list.failure !== null) return list.failure;
      return rowsAt(list.body, LIST) === null ? `${LIST} is no list` : null;
    },
  },
  inCards({
    id: "card-id",
    what: "names each card by an id of its own, which no account has",
    fix: "add resourceId, and use it for one card alone",
    find: (cards, { accounts }) => {
      const ids = cards.map((row) => readText(row, "resourceId"));
      if (ids.includes(undefined)) return "resourceId is nothing";
      if (new Set(ids).size < ids.length) return `${ids.length} cards, ${new Set(ids).size} ids`;
      const others = (rowsAt(accounts?.body, "accounts") ?? []).map((row) => row.resourceId);
      return ids.some((id) => others.includes(id)) ? "a card has the id of an account" : null;
    },
  }),
  inCards({
    id: "card-number",
    what: "has the last digits of each card, and no whole number",
    fix: "make maskedPan the number with asterisks, such as 525412******3241",
    find: (cards) =>
      faultIn(cards, ({ maskedPan: number }) => {
        if (typeof number !== "string") return `maskedPan is ${quoted(number)}`;
        return /\d{12,}/.test(number) ? "maskedPan has a card's whole number" : null;
      }),
  }),
  inCards({
    id: "card-currency",
    what: "says the currency of each card",
    fix: "make currency a code of ISO 4217, such as EUR",
    find: (cards) =>
      faultIn(cards, ({ currency }) =>
        /^[A-Z]{3}$/.test(String(currency)) ? null : `the currency is ${quoted(currency)}`,
      ),
  }),
  inCards({
    id: "card-limit",
    what: "says the limit of each card, in its currency",
    fix: 'add creditLimit: {"currency": "EUR", "amount": "8000.00"}',
    level: "should",
    find: (cards) =>
      faultIn(cards, (card) => {
        if (card.creditLimit == null) return "creditLimit is missing";
        const amount = valueAt(card, "creditLimit.amount");
        const fault = amountFault(amount, { field: "creditLimit.amount", isSigned: false });
        if (fault !== null) return fault;
        const currency = textAt(card, "creditLimit.currency");
        return currency === card.currency
          ? null
          : `creditLimit.currency is ${quoted(currency)} at a card in ${quoted(card.currency)}`;
      }),
  }),
  inCards({
    id: "card-accounting",
    what: "says by which sign cards tell what is owed",
    fix: "make debitAccounting true if a debit is positive, else false, or leave it out",
    find: (cards) =>
      faultIn(cards, ({ debitAccounting: value }) =>
        value === undefined || typeof value === "boolean"
          ? null
          : `debitAccounting is ${quoted(value)}`,
      ),
  }),
  {
    id: "card-balances-readable",
    area: "Data",
    what: "says what is owed by each card",
    fix: "answer /card-accounts/{account-id}/balances with balances, a list with one at least",
    find: ({ consent }) => {
      const replies = (consent?.cards?.balances ?? []).map(({ reply }) => reply);
      if (replies.length === 0) return undefined;
      const failed = replies.find(({ failure }) => failure !== null);
      if (failed) return failed.failure;
      return replies.some(({ body }) => (rowsAt(body, "balances") ?? []).length === 0)
        ? "balances has none"
        : null;
    },
  },
  inCardBalances({
    id: "card-balance-amount",
    what: "has balances of cards with an amount",
    fix: 'make balanceAmount.amount a text such as "-12.50", with a point',
    faultOf: (balances) =>
      faultIn(balances, (row) =>
        amountFault(valueAt(row, "balanceAmount.amount"), {
          ...{ field: "balanceAmount.amount", isSigned: true },
        }),
      ),
  }),
  inCardBalances({
    id: "card-statement-balance",
    what: "says the balance of each card's last statement, and its day",
    fix: "add a balance of the type closingBooked, with its day in referenceDate",
    level: "should",
    faultOf: (balances) => {
      const closing = balances.filter(({ balanceType }) => OF_STATEMENT.test(String(balanceType)));
      return closing.length === 0
        ? "closingBooked is missing"
        : faultIn(closing, ({ referenceDate }) => dayFault(referenceDate, "referenceDate"));
    },
  }),
];
