import { expectTypeOf, test } from "vitest";
import type { Owner } from "../../../protocol/account.ts";
import type { Lines } from "../bank-values.ts";
import type { BankAccount } from "./bank-account.ts";
import type { BankTransaction, ManualTransaction } from "./bank-transaction.ts";
import type { AccountBalances, Connector } from "./connector.ts";

/** "raw" if a value has, at any depth, a text of the plain type string. */
type RawTexts<T> = T extends string
  ? string extends T
    ? "raw"
    : never
  : T extends readonly (infer Element)[]
    ? RawTexts<Element>
    : T extends object
      ? { [Field in keyof T]-?: RawTexts<T[Field]> }[keyof T]
      : never;

test("a raw text passes for no text of an account, a transaction or an owner", () => {
  expectTypeOf<RawTexts<Owner>>().toEqualTypeOf<"raw">();
  expectTypeOf<RawTexts<BankAccount>>().toBeNever();
  expectTypeOf<RawTexts<BankTransaction>>().toBeNever();
  expectTypeOf<RawTexts<ManualTransaction>>().toBeNever();
  expectTypeOf<RawTexts<AccountBalances["balances"]>>().toBeNever();
  expectTypeOf<RawTexts<Lines<Owner>>>().toBeNever();
  type Identity = Awaited<ReturnType<Connector["identity"]>>[number]["owners"];
  expectTypeOf<RawTexts<Identity>>().toBeNever();
});
