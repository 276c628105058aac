import { changedHoldings } from "./account-changes.ts";
import { borrowerHoldings } from "./borrowers/borrower-holdings.ts";
import type { SandboxInstitution } from "./catalogue/institution.ts";
import type { ConnectorState } from "./connector-state.ts";
import { customHoldings } from "./custom/custom-holdings.ts";
import { type Holdings, testUserHoldings } from "./holdings.ts";
import type { Login } from "./sandbox-login.ts";

/** The holdings of a login at an institution, including those that the connector's state adds. */
export const holdingsOf = (
  bank: SandboxInstitution,
  login: Login,
  connectorState: ConnectorState,
  now: number,
): Holdings =>
  changedHoldings(
    firstHoldings(bank, login, connectorState, now),
    bank,
    login.person,
    connectorState,
    now,
  );

/** The same before any account was opened or closed. */
function firstHoldings(
  bank: SandboxInstitution,
  { person, source }: Login,
  connectorState: ConnectorState,
  now: number,
): Holdings {
  if ("custom" in source) return customHoldings(bank, person, source.custom, connectorState, now);
  if ("borrower" in source) return borrowerHoldings(bank, source.borrower, connectorState, now);
  return testUserHoldings(bank, person, source.testUser, connectorState, now);
}
