import { z } from "zod";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import { Fault } from "../../domain/fault.ts";
import {
  type Door,
  type DoorContext,
  type DoorReply,
  type DoorRequest,
  jsonReply,
} from "../door.ts";
import { admitReader } from "../read-grant.ts";
import {
  listAccounts,
  listNoneOfAccount,
  listNoneOfItem,
  listStatements,
  readAccount,
} from "./accounts.ts";
import { createConnectToken } from "./connect-token.ts";
import { listConnectors, readConnector } from "./connectors.ts";
import { listInvestments, pageInvestmentTransactions, readInvestment } from "./investments.ts";
import { deleteItem, listItems, readItem, updateItem } from "./items.ts";
import { MAX_PAGE_SIZE, parseBody, toPage } from "./parameters.ts";
import { admit, issueApiKey, type Reader } from "./reader.ts";
import {
  listCategories,
  pageTransactions,
  readCategory,
  readTransaction,
  sweepTransactions,
} from "./transactions.ts";

type Method = Door["routes"][number]["method"];
type Read = (request: DoorRequest, context: DoorContext, reader: Reader) => object;

/** The paths for an API key, and whether a connect token may read them. */
const PATHS: readonly [Method, string, Read, { mayConnect?: boolean }?][] = [
  ["GET", "/connectors", listConnectors, { mayConnect: true }],
  ["GET", "/connectors/:id", readConnector, { mayConnect: true }],
  ["POST", "/connect_token", createConnectToken],
  ["GET", "/items", listItems, { mayConnect: true }],
  ["GET", "/items/:id", readItem, { mayConnect: true }],
  ["PATCH", "/items/:id", updateItem],
  ["DELETE", "/items/:id", deleteItem],
  ["GET", "/accounts", listAccounts, { mayConnect: true }],
  ["GET", "/accounts/:id", readAccount],
  ["GET", "/transactions", pageTransactions],
  ["GET", "/transactions/:id", readTransaction],
  ["GET", "/v2/transactions", sweepTransactions],
  ["GET", "/categories", listCategories],
  ["GET", "/categories/:id", readCategory],
  ["GET", "/investments", listInvestments],
  ["GET", "/investments/:id", readInvestment],
  ["GET", "/investments/:id/transactions", pageInvestmentTransactions],
  // Products that no Item has. Applications that read them get empty lists.
  ["GET", "/loans", listNoneOfItem],
  ["GET", "/consents", listNoneOfItem],
  ["GET", "/bills", listNoneOfAccount],
  ["GET", "/accounts/:accountId/statements", listStatements],
  ["GET", "/webhooks", listWebhooks],
  ["GET", "/webhooks/:id", findNone],
  ["GET", "/identity", findNone],
  ["GET", "/identity/:id", findNone],
  ...(
    [
      ["POST", "/items"],
      ["POST", "/items/:id/mfa"],
      ["POST", "/connectors/:id/validate"],
      ["PATCH", "/transactions/:id"],
      ["POST", "/webhooks"],
      ["PATCH", "/webhooks/:id"],
      ["DELETE", "/webhooks/:id"],
    ] as const
  ).map(([method, path]): [Method, string, Read] => [method, path, refuseWrite]),
];

/** Pluggy (https://docs.pluggy.ai), as a server. */
export const pluggy: Door = {
  name: "pluggy",
  routes: [
    { method: "POST", path: "/pluggy/auth", handle: authenticate },
    ...PATHS.map(([method, path, read, { mayConnect = false } = {}]) => ({
      method,
      path: `/pluggy${path}` as const,
      handle: async (request: DoorRequest, context: DoorContext) =>
        jsonReply(200, await read(request, context, await admit(request, context, mayConnect))),
    })),
  ],
  refuse: ({ code, message, status }) => {
    const row = ERRORS[code];
    const own = row?.status ?? status;
    return failure(own, row?.name ?? toName(own), row?.message ?? message);
  },
};

const Keys = z.looseObject({
  clientId: z.string().max(200),
  clientSecret: z.string().max(200),
  nonExpiring: z.boolean().optional(),
});

/** Responds to POST /auth: an API key for the keys of a grant. */
async function authenticate({ body, address }: DoorRequest, context: DoorContext) {
  const { clientId, clientSecret } = parseBody(Keys, body);
  const keys = { grantId: clientId, secret: clientSecret };
  try {
    const grant = await admitReader(context, keys, { door: "pluggy", address });
    return jsonReply(200, { apiKey: issueApiKey(context, grant) });
  } catch (refusal) {
    if (refusal instanceof Fault && refusal.code === "INVALID_API_KEYS")
      return failure(401, "CLIENT_KEYS_UNAUTHORIZED", "Client keys are invalid");
    throw refusal;
  }
}

/** No events are sent, so the list of webhooks is empty. */
function listWebhooks() {
  return toPage([], { page: 1, pageSize: MAX_PAGE_SIZE });
}

function findNone(): never {
  throw new Fault("NOT_FOUND", { message: "there is none here" });
}

function refuseWrite(): never {
  throw new Fault("UNAUTHORIZED_ROUTE_ACCESS", {
    message: "applications read: users connect accounts at the connectUrl of POST /connect_token",
  });
}

/** The protocol's errors that differ from the API's. */
const ERRORS: {
  readonly [Code in ErrorCode]?: { status: number; name: string; message?: string };
} = {
  INVALID_API_KEYS: {
    status: 401,
    name: "UNAUTHORIZED",
    message: "Missing or invalid authorization token",
  },
  INVALID_ACCESS_TOKEN: {
    status: 401,
    name: "UNAUTHORIZED",
    message: "Missing or invalid authorization token",
  },
  UNAUTHORIZED_ROUTE_ACCESS: { status: 403, name: "FORBIDDEN" },
  ITEM_NOT_FOUND: { status: 404, name: "ITEM_NOT_FOUND" },
  INVALID_ACCOUNT_ID: { status: 404, name: "ACCOUNT_NOT_FOUND" },
  INVALID_INSTITUTION: { status: 404, name: "CONNECTOR_NOT_FOUND" },
  NOT_FOUND: { status: 404, name: "NOT_FOUND" },
  ITEM_LOGIN_REQUIRED: { status: 400, name: "PARAMETERS_NOT_PROVIDED" },
};

const NAMES: Readonly<Record<number, string>> = {
  400: "BAD_REQUEST",
  405: "METHOD_NOT_ALLOWED",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
};

const toName = (status: number): string => NAMES[status] ?? "INTERNAL_SERVER_ERROR";

/** An error: its status, its code for programs, and its message for people. */
const failure = (code: number, codeDescription: string, message: string): DoorReply =>
  jsonReply(code, { code, codeDescription, message });
