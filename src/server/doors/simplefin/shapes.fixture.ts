import { z } from "zod";

const Amount = z.string().regex(/^-?\d+(\.\d+)?$/);

const Transaction = z.strictObject({
  id: z.string().min(1),
  posted: z.int().min(0),
  amount: Amount,
  description: z.string(),
  payee: z.string(),
  memo: z.string(),
  transacted_at: z.int().positive(),
  pending: z.literal(true).optional(),
});

const Holding = z.strictObject({
  id: z.string().min(1),
  created: z.int().positive(),
  currency: z.string().min(3),
  cost_basis: Amount,
  description: z.string(),
  market_value: Amount,
  purchase_price: Amount,
  shares: Amount,
  symbol: z.string(),
});

const Account = z.strictObject({
  id: z.string().min(1),
  name: z.string().min(1),
  currency: z.string().min(3),
  balance: Amount,
  "available-balance": Amount,
  "balance-date": z.int().positive(),
  transactions: z.array(Transaction),
  holdings: z.array(Holding).optional(),
});

/** The Account Set of version 1, as the protocol describes it. */
export const AccountSetV1 = z.strictObject({
  errors: z.array(z.string()),
  accounts: z.array(
    Account.extend({
      org: z.strictObject({
        id: z.string(),
        name: z.string(),
        domain: z.string().min(1),
        url: z.url().optional(),
        "sfin-url": z.url(),
      }),
    }),
  ),
});

/** The Account Set of version 2. */
export const AccountSetV2 = z.strictObject({
  errlist: z.array(
    z.strictObject({
      code: z.enum(["gen.", "gen.api", "gen.auth", "con.", "con.auth"]),
      msg: z.string(),
      conn_id: z.string().optional(),
    }),
  ),
  connections: z.array(
    z.strictObject({
      conn_id: z.string(),
      name: z.string(),
      org_id: z.string(),
      org_name: z.string(),
      org_url: z.url().optional(),
      sfin_url: z.url(),
    }),
  ),
  accounts: z.array(Account.extend({ conn_id: z.string() })),
});
