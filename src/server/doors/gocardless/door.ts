import type { Door } from "../door.ts";
import { getAccount, getBalances, getDetails } from "./accounts.ts";
import {
  acceptAgreement,
  createAgreement,
  deleteAgreement,
  getAgreement,
  listAgreements,
} from "./agreements.ts";
import { getInstitution, listInstitutions } from "./institutions.ts";
import { BASE_PATH, refuse } from "./replies.ts";
import {
  createRequisition,
  deleteRequisition,
  getRequisition,
  listRequisitions,
} from "./requisitions.ts";
import { newToken, refreshToken } from "./tokens.ts";
import { getTransactions } from "./transactions.ts";

type Route = Door["routes"][number];

const PATHS: readonly [Route["method"], string, Route["handle"]][] = [
  ["POST", "/token/new", newToken],
  ["POST", "/token/refresh", refreshToken],
  ["GET", "/institutions", listInstitutions],
  ["GET", "/institutions/:id", getInstitution],
  ["POST", "/agreements/enduser", createAgreement],
  ["GET", "/agreements/enduser", listAgreements],
  ["GET", "/agreements/enduser/:id", getAgreement],
  ["DELETE", "/agreements/enduser/:id", deleteAgreement],
  ["PUT", "/agreements/enduser/:id/accept", acceptAgreement],
  ["POST", "/requisitions", createRequisition],
  ["GET", "/requisitions", listRequisitions],
  ["GET", "/requisitions/:id", getRequisition],
  ["DELETE", "/requisitions/:id", deleteRequisition],
  ["GET", "/accounts/:id", getAccount],
  ["GET", "/accounts/:id/details", getDetails],
  ["GET", "/accounts/:id/balances", getBalances],
  ["GET", "/accounts/:id/transactions", getTransactions],
];

/** GoCardless Bank Account Data, version 2, as a server. */
export const gocardless: Door = {
  name: "gocardless",
  routes: PATHS.map(([method, path, handle]) => ({ method, path: `${BASE_PATH}${path}`, handle })),
  refuse,
};
