import fc from "fast-check";
import { describe, test } from "vitest";
import { Account, Balances, Owner } from "../../../../../protocol/account.ts";
import { Holding, InvestmentTransaction, Security } from "../../../../../protocol/investments.ts";
import { AccountNumbers } from "../../../../../protocol/numbers.ts";
import { TransactionFacts } from "../../../../../protocol/transaction.ts";
import { anyText } from "../../../../../testing/any-text.ts";
import { FdxAccount, FdxPaymentNetwork, hasBalances, toBankAccount, toNumbers } from "./account.ts";
import { FdxContact, FdxCustomer, ownersFrom, toOwners } from "./contact.ts";
import { parseAccount } from "./fdx.fixture.ts";
import { FdxHoldings } from "./holding.ts";
import { FdxInvestmentTransaction } from "./investment-transaction.ts";
import { FdxTransaction, toBankTransaction } from "./transaction.ts";

describe("any entry", () => {
  const NAMES = [
    ...Object.keys(FdxAccount.parse({ accountId: "a" })),
    "accountCategory",
    "accountType",
    "currency",
    "currencyCode",
    "currentBalance",
    "depositAccount",
    "locTransaction",
    "transactionId",
    "postedTimestamp",
    "transactionTimestamp",
    "debitCreditMemo",
    "amount",
    ...["holdings", "vesting", "symbol", "units", "marketValue", "currentUnitPrice", "taxLots"],
    ...["costBasis", "securityId", "securityIdType", "holdingSubType", "cashAccount", "security"],
    ...["optionType", "strikePrice", "expireDate", "couponRate", "transactionType", "newUnits"],
    "status",
    "bankId",
    "identifier",
    "type",
    "holders",
    "emails",
    "addresses",
    "telephones",
    "name",
    "first",
    "line1",
    "country",
    "number",
    "__proto__",
  ];
  const leaf = fc.oneof(
    fc.constantFrom("DEBIT", "LOC_ACCOUNT", "US_ACH", "011401533", "1234", "2026-02-03T10:00:00Z"),
    anyText(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
  );
  const { any } = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...NAMES), tie("any"), { maxKeys: 12 }),
    ),
  }));
  const like = (base: object) =>
    fc.tuple(any, fc.boolean()).map(([value, isLike]): unknown => {
      const json: unknown = JSON.parse(JSON.stringify(value));
      return isLike && typeof json === "object" ? { ...json, ...base } : json;
    });

  test("any response yields an account that the API can return, or is refused", () => {
    fc.assert(
      fc.property(like({ accountId: "a-1" }), (entry) => {
        const result = FdxAccount.safeParse(entry);
        if (!result.success) return;
        hasBalances(result.data);
        const { key, ...account } = toBankAccount(result.data);
        Account.parse({ account_id: key, ...account });
        Balances.parse(account.balances);
      }),
      { numRuns: 1500 },
    );
  });

  test("any response yields a transaction that the API can return, or is refused", () => {
    const base = {
      transactionId: "t-1",
      amount: 1.5,
      debitCreditMemo: "DEBIT",
      postedTimestamp: "2026-02-03T10:00:00Z",
    };
    fc.assert(
      fc.property(like(base), like({ accountId: "a-1" }), (entry, account) => {
        const [transactionResult, accountResult] = [
          FdxTransaction.safeParse(entry),
          FdxAccount.safeParse(account),
        ];
        if (!transactionResult.success || !accountResult.success) return;
        const {
          key,
          accountKey,
          pendingKey,
          codes: _codes,
          evidence: _evidence,
          ...facts
        } = toBankTransaction(transactionResult.data, accountResult.data);
        TransactionFacts.parse({
          transaction_id: key,
          account_id: accountKey,
          pending_transaction_id: pendingKey,
          persistent_transaction_id: null,
          category: null,
          ...facts,
        });
      }),
      { numRuns: 1500 },
    );
  });

  test("any response yields positions and trades that the API can return, or is refused", () => {
    const position = { symbol: "ABC", units: 2, marketValue: 10 };
    const details = fc.array(like(position), { maxLength: 3 }).map((holdings) => ({ holdings }));
    const trade = { transactionId: "t-1", amount: 1.5, postedTimestamp: "2026-02-03T10:00:00Z" };
    const own = parseAccount({});
    fc.assert(
      fc.property(fc.oneof(details, like({})), like(trade), (account, row) => {
        const [held, opened] = [
          FdxHoldings.safeParse(account),
          FdxInvestmentTransaction.safeParse(row),
        ];
        const positions = held.success ? held.data(own.accountId) : null;
        const none = { byKey: new Map(), byTicker: new Map() };
        const done = opened.success ? opened.data?.(own, none) : null;
        for (const { key, ...security } of [
          ...(positions?.securities ?? []),
          done?.security ?? [],
        ].flat())
          Security.parse({
            ...security,
            security_id: key,
            institution_id: null,
            proxy_security_id: null,
          });
        for (const { accountKey, securityKey, ...holding } of positions?.holdings ?? [])
          Holding.parse({ ...holding, account_id: accountKey, security_id: securityKey });
        if (!done) return;
        const { key, accountKey, securityKey, cancelKey, ...rest } = done.transaction;
        InvestmentTransaction.parse({
          ...{ investment_transaction_id: key, account_id: accountKey, security_id: securityKey },
          ...{ cancel_transaction_id: cancelKey, ...rest },
        });
      }),
      { numRuns: 1500 },
    );
  });

  test("any response yields owners and numbers that the API can return", () => {
    fc.assert(
      fc.property(any, (entry) => {
        const [contact, customer] = [FdxContact.safeParse(entry), FdxCustomer.safeParse(entry)];
        if (contact.success) Owner.array().parse(toOwners(contact.data));
        if (customer.success) Owner.array().parse(ownersFrom(customer.data));
        const networks = FdxPaymentNetwork.array().safeParse([entry]);
        if (networks.success) AccountNumbers.parse(toNumbers(networks.data));
      }),
      { numRuns: 1500 },
    );
  });
});
