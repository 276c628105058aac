import { type Id, ownLine } from "../../domain/bank-values.ts";
import { dayAt, toDate } from "../../domain/calendar.ts";
import { accountKey } from "./accounts/bank-accounts.ts";
import type { SandboxInstitution } from "./catalogue/institution.ts";
import type { AccountChanges, ConnectorState } from "./connector-state.ts";
import { accountLabel, customHoldings } from "./custom/custom-holdings.ts";
import type { CustomAccount } from "./custom/custom-user.ts";
import type { Holdings } from "./holdings.ts";
import { toInvestments } from "./investments/bank-investments.ts";

/** How many accounts may be opened. */
const MAX_OPENED = 20;

/** Opened accounts are drawn as if they were another person's. */
const drawnFor = (person: string): string => `${person}, opened`;

/** The keys of accounts that were opened and not closed. */
const openedKeys = (
  bank: SandboxInstitution,
  person: string,
  { opened, closed }: AccountChanges,
): Id[] =>
  opened
    .map((_, at) => accountKey(bank, drawnFor(person), accountLabel(at)))
    .filter((key) => !closed.includes(key));

/**
 * Opens an account, unless an opened one is missing from `ownKeys`. Returns its key, and the
 * changes if any; null if no more accounts may be opened.
 */
export const openAccount = (
  bank: SandboxInstitution,
  person: string,
  changes: AccountChanges,
  ownKeys: readonly string[],
  now: number,
): { key: Id; changes: AccountChanges | null } | null => {
  const existing = openedKeys(bank, person, changes).find((key) => !ownKeys.includes(key));
  if (existing !== undefined) return { key: existing, changes: null };
  if (changes.opened.length >= MAX_OPENED) return null;
  const key = accountKey(bank, drawnFor(person), accountLabel(changes.opened.length));
  return { key, changes: { ...changes, opened: [...changes.opened, now] } };
};

/** The holdings with opened accounts, and without closed ones. */
export const changedHoldings = (
  holdings: Holdings,
  bank: SandboxInstitution,
  person: string,
  connectorState: ConnectorState,
  now: number,
): Holdings => {
  const { opened, closed } = connectorState.changes;
  if (opened.length + closed.length === 0) return holdings;
  const accounts = opened.map(openedAccount);
  const further = customHoldings(bank, drawnFor(person), accounts, connectorState, now);
  const isOpen = (key: string) => !closed.includes(key);
  return {
    accounts: () =>
      [...holdings.accounts(), ...further.accounts()].filter(({ key }) => isOpen(key)),
    transactions: (period) =>
      [...holdings.transactions(period), ...further.transactions(period)].filter(
        ({ accountKey: key }) => isOpen(key),
      ),
    investments: (period) => toInvestments(holdings.investments(period), isOpen),
    owners: () => {
      const all = holdings.owners();
      const owners = all[0]?.owners ?? [];
      return [...all, ...further.owners().map(({ key }) => ({ key, owners }))].filter(({ key }) =>
        isOpen(key),
      );
    },
  };
};

function openedAccount(at: number, index: number): CustomAccount {
  const date = toDate(dayAt(at));
  return {
    type: "depository",
    subtype: "savings",
    starting_balance: 0,
    meta: { name: ownLine(index === 0 ? "New Savings" : `New Savings ${index + 1}`) },
    transactions: [
      {
        date_transacted: date,
        date_posted: date,
        amount: -250,
        description: ownLine("Opening deposit"),
      },
    ],
  };
}
