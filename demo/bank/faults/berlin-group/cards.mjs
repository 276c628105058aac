import { refusalFault, rowFault, wireFault } from "../wire-fault.mjs";

/** @import { Fault } from "../types.d.mts" */

const CARDS = /^\/card-accounts$/;
const BALANCES = /^\/card-accounts\/[^/]+\/balances$/;

const eachCard = rowFault(CARDS, (body) => body.cardAccounts);
const eachBalance = rowFault(BALANCES, (body) => body.balances);

/**
 * The faults of a bank that lists cards apart from accounts.
 * @type {readonly Fault[]}
 */
export const berlinCardFaults = [
  wireFault(CARDS, "berlin-cards-other-list", "The list of cards has another name", (body) => {
    body.accounts = body.cardAccounts;
    delete body.cardAccounts;
  }),
  eachCard("berlin-card-no-id", "Cards have no resourceId", (card) => {
    delete card.resourceId;
  }),
  eachCard("berlin-card-id-of-account", "A card has the id of an account", (card) => {
    card.resourceId = "acc-ada-everyday";
  }),
  eachCard("berlin-card-open-pan", "A card of the list has its whole number", (card) => {
    card.maskedPan = card.maskedPan.replaceAll("*", "4");
  }),
  eachCard("berlin-card-no-currency", "Cards have no currency", (card) => {
    delete card.currency;
  }),
  eachCard("berlin-card-no-limit", "Cards have no limit", (card) => {
    delete card.creditLimit;
  }),
  eachCard("berlin-card-limit-number", "The limit of a card is a number", (card) => {
    card.creditLimit = { ...card.creditLimit, amount: Number(card.creditLimit.amount) };
  }),
  eachCard("berlin-card-limit-other-currency", "A limit is in another currency", (card) => {
    card.creditLimit = { ...card.creditLimit, currency: "CHF" };
  }),
  eachCard("berlin-card-accounting-text", "debitAccounting is a text", (card) => {
    card.debitAccounting = "false";
  }),
  refusalFault(
    "berlin-card-balances-missing",
    "There are no balances of cards",
    ({ path }) => BALANCES.test(path),
    { status: 404, body: undefined },
  ),
  eachBalance("berlin-card-balance-number", "Amounts of cards are numbers", (balance) => {
    balance.balanceAmount.amount = Number(balance.balanceAmount.amount);
  }),
  wireFault(BALANCES, "berlin-card-no-statement", "Cards have no closing balance", (body) => {
    body.balances = body.balances.filter(
      (/** @type {{ balanceType: string }} */ { balanceType }) => balanceType !== "closingBooked",
    );
  }),
  eachBalance("berlin-card-statement-no-day", "Closing balances have no day", (balance) => {
    delete balance.referenceDate;
  }),
];
