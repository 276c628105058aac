import { expect } from "vitest";
import { z } from "zod";
import type { AccountRef } from "../../domain/grants/grant.ts";
import type { GrantRequest } from "../../domain/grants/make-grant.ts";
import { appGrant, appWithDoors, linkWithTransactions } from "../doors.fixture.ts";

type App = Awaited<ReturnType<typeof appWithDoors>>;

const Moment = z.iso.datetime({ precision: 3 });

const Connector = z.looseObject({
  id: z.int(),
  name: z.string(),
  institutionUrl: z.string(),
  imageUrl: z.url(),
  primaryColor: z.string().regex(/^[\da-f]{6}$/),
  type: z.literal("PERSONAL_BANK"),
  country: z.string().length(2),
  health: z.strictObject({ status: z.enum(["ONLINE", "OFFLINE", "UNSTABLE"]), stage: z.null() }),
  createdAt: Moment,
});

/** A connection, as the types of the SDK have it. */
export const PluggyItem = z.strictObject({
  id: z.uuid(),
  connector: Connector,
  status: z.enum(["UPDATED", "UPDATING", "LOGIN_ERROR", "OUTDATED"]),
  executionStatus: z.string(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  statusDetail: z.null(),
  createdAt: Moment,
  updatedAt: Moment,
  lastUpdatedAt: Moment.nullable(),
  parameter: z.null(),
  webhookUrl: z.string().nullable(),
  clientUserId: z.string().nullable(),
  userAction: z.null(),
  consecutiveFailedLoginAttempts: z.int(),
  nextAutoSyncAt: Moment.nullable(),
  consentExpiresAt: Moment.nullable(),
  products: z.array(z.string()),
});

/** An account, as the types of the SDK have it. */
export const PluggyAccount = z.strictObject({
  id: z.uuid(),
  itemId: z.uuid(),
  type: z.enum(["BANK", "CREDIT"]),
  subtype: z.enum(["SAVINGS_ACCOUNT", "CHECKING_ACCOUNT", "CREDIT_CARD"]),
  number: z.string(),
  balance: z.number(),
  name: z.string(),
  marketingName: z.string().nullable(),
  owner: z.null(),
  taxNumber: z.null(),
  currencyCode: z.string().length(3),
  bankData: z.looseObject({ closingBalance: z.number().nullable() }).nullable(),
  creditData: z
    .looseObject({
      availableCreditLimit: z.number().nullable(),
      creditLimit: z.number().nullable(),
    })
    .nullable(),
  createdAt: Moment,
  updatedAt: Moment,
});

/** A transaction, as the types of the SDK have it. */
export const PluggyTransaction = z.strictObject({
  id: z.uuid(),
  accountId: z.uuid(),
  date: Moment,
  description: z.string(),
  descriptionRaw: z.string().nullable(),
  type: z.enum(["DEBIT", "CREDIT"]),
  amount: z.number(),
  amountInAccountCurrency: z.null(),
  balance: z.null(),
  currencyCode: z.string().length(3),
  category: z.string().nullable(),
  categoryId: z.string().nullable(),
  status: z.enum(["PENDING", "POSTED"]),
  providerCode: z.string().nullable(),
  providerId: z.null(),
  operationType: z.null(),
  operationTypeAdditionalInfo: z.null(),
  paymentData: z.looseObject({ boletoMetadata: z.null() }),
  creditCardMetadata: z.null(),
  merchant: z
    .strictObject({
      ...{ name: z.string(), businessName: z.string(), cnpj: z.string() },
      ...{ cnae: z.string(), category: z.string() },
    })
    .nullable(),
  createdAt: Moment,
  updatedAt: Moment,
});

const number = z.number().nullable();
const text = z.string().nullable();

/** An investment, as the types of the SDK have it. */
export const PluggyInvestment = z.strictObject({
  ...{ id: z.uuid(), code: text, issuerCNPJ: text, number: text, isin: text, itemId: z.uuid() },
  type: z.enum(["MUTUAL_FUND", "SECURITY", "EQUITY", "COE", "FIXED_INCOME", "ETF", "OTHER"]),
  subtype: z.enum(["INVESTMENT_FUND", "STOCK", "ETF", "DERIVATIVES", "OPTION", "OTHER"]).nullable(),
  ...{ name: z.string(), currencyCode: z.string().length(3), date: Moment.nullable() },
  ...{ value: number, quantity: number, taxes: number, taxes2: number, balance: z.number() },
  ...{ amount: number, amountWithdrawal: number, amountProfit: number, amountOriginal: number },
  ...{ dueDate: Moment.nullable(), issuer: text, issueDate: Moment.nullable() },
  ...{ purchaseDate: Moment.nullable(), rate: number, rateType: text, fixedAnnualRate: number },
  ...{ lastMonthRate: number, annualRate: number, lastTwelveMonthsRate: number },
  status: z.enum(["ACTIVE", "PENDING", "TOTAL_WITHDRAWAL"]).nullable(),
  ...{ transactions: z.null(), metadata: z.null(), owner: text },
  institution: z.strictObject({ name: text, number: text }).nullable(),
});

/** A transaction of an investment, as the types of the SDK have it. */
export const PluggyInvestmentTransaction = z.strictObject({
  ...{ id: z.uuid(), investmentId: z.uuid().nullable(), description: text },
  type: z.enum(["BUY", "SELL", "TAX", "TRANSFER"]).nullable(),
  ...{ quantity: number, value: number, amount: number, netAmount: number, agreedRate: number },
  ...{ date: Moment, tradeDate: Moment.nullable(), brokerageNumber: text },
  expenses: z
    .strictObject({
      ...{ serviceTax: number, brokerageFee: number, incomeTax: number, other: number },
      ...{ tradingAssetsNoticeFee: number, maintenanceFee: number, settlementFee: number },
      ...{ clearingFee: number, stockExchangeFee: number, custodyFee: number },
      operatingFee: number,
    })
    .nullable(),
  movementType: z.enum(["DEBIT", "CREDIT"]),
});

/** A page of a list. */
export const pageShape = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({
    page: z.int(),
    total: z.int(),
    totalPages: z.int(),
    results: z.array(row),
  });
export const ItemPage = pageShape(PluggyItem);
export const AccountPage = pageShape(PluggyAccount);
export const TransactionPage = pageShape(PluggyTransaction);
export const ConnectorPage = pageShape(Connector);
export const TransactionSweep = z.strictObject({
  results: z.array(PluggyTransaction),
  next: z.string().nullable(),
});

/** An error of the protocol. */
const Failure = z.strictObject({
  code: z.int(),
  codeDescription: z.string(),
  message: z.string(),
});

/** Makes a grant of an application with these accounts; returns its keys. */
export const pluggyGrant = async (
  app: App,
  accounts: readonly AccountRef[],
  changes: Partial<GrantRequest> = {},
) => {
  const { grant, secret } = await appGrant(app, "pluggy", { accounts, ...changes });
  return { grant, keys: { clientId: grant.grantId, clientSecret: secret } };
};

/** The accounts of Items, as a grant names them. */
export const listRefs = (
  ...items: readonly { item_id: string; accounts: readonly { account_id: string }[] }[]
): AccountRef[] =>
  items.flatMap(({ item_id, accounts }) =>
    accounts.map(({ account_id }) => ({ itemId: item_id, accountId: account_id })),
  );

/** Calls a path as a program does, with its API key. */
export const callPluggy = async (
  app: App,
  apiKey: string,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: object | string,
) => {
  const {
    statusCode,
    headers,
    body: text,
  } = await app.request({
    method,
    url: `/pluggy${path}`,
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    ...(body !== undefined && {
      payload: typeof body === "string" ? body : JSON.stringify(body),
    }),
  });
  return { status: statusCode, headers, json: JSON.parse(text) };
};

/** The API key for the keys of a grant. */
export const signIn = async (app: App, keys: object): Promise<string> =>
  z.strictObject({ apiKey: z.jwt() }).parse((await callPluggy(app, "", "POST", "/auth", keys)).json)
    .apiKey;

/** Reads all transactions of an account by cursor. */
export const sweepAll = async (app: App, apiKey: string, query: string) => {
  const rows: z.infer<typeof PluggyTransaction>[] = [];
  let path: string | null = `/v2/transactions?${query}`;
  while (path !== null) {
    const answer = await callPluggy(app, apiKey, "GET", path);
    const { results, next }: z.infer<typeof TransactionSweep> = TransactionSweep.parse(answer.json);
    rows.push(...results);
    path = next?.replace(/^\/pluggy/, "") ?? null;
  }
  return rows;
};

/** Reads all transactions of an account by page. */
export const pageAll = async (app: App, apiKey: string, query: string) => {
  const rows: z.infer<typeof PluggyTransaction>[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = await callPluggy(app, apiKey, "GET", `/transactions?${query}&page=${page}`);
    const { results, totalPages, total } = TransactionPage.parse(answer.json);
    rows.push(...results);
    last = totalPages;
    if (page >= last) expect(rows.length).toBe(total);
  }
  return rows;
};

/** A program with a grant of an Item, and its calls. */
export const program = async (changes: Partial<GrantRequest> = {}) => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app);
  const { grant, keys } = await pluggyGrant(app, listRefs(item), changes);
  const apiKey = await signIn(app, keys);
  const get = async (path: string) => (await callPluggy(app, apiKey, "GET", path)).json;
  const refusal = async (
    method: Parameters<typeof callPluggy>[2],
    path: string,
    body?: object | string,
  ) => {
    const { status, json } = await callPluggy(app, apiKey, method, path, body);
    const failure = Failure.parse(json);
    expect(failure.code).toBe(status);
    return failure;
  };
  const [first] = ItemPage.parse(await get("/items")).results;
  if (!first) throw new Error("no item");
  const accounts = AccountPage.parse(await get(`/accounts?itemId=${first.id}`)).results;
  return { app, item, grant, keys, apiKey, get, refusal, first, accounts };
};
