import { createHmac } from "node:crypto";
import { Fault } from "../../domain/fault.ts";
import type { RequestCountStore } from "../../domain/institutions/request-quota.ts";
import type { Vault } from "../../domain/vault.ts";
import type { Answer } from "./answers.ts";
import { codesOf, isWrongPin, type Refusal } from "./refusals.ts";

/** A bank's refusal. No further message of the dialog is sent. */
export class BankRefusal extends Error {
  readonly refusal: Refusal;
  readonly answer: Answer;
  constructor(refusal: Refusal, answer: Answer) {
    super(`the bank answered ${codesOf(answer)}`);
    this.name = "BankRefusal";
    this.refusal = refusal;
    this.answer = answer;
  }
}

/** A PIN that the bank refused within the last day, and that is not sent again. */
export class KnownRefusal extends Fault {
  constructor() {
    super("INVALID_CREDENTIALS", { message: "the institution has refused this PIN before" });
  }
}

type Deps = { vault: Vault; requestCounts: RequestCountStore; clock: () => number };
type Credentials = { institutionId: string; user: string; pin: string };

/**
 * Never sends a refused PIN to its bank again, since banks lock a login after three wrong PINs.
 * Dialogs of a login run one after the other. Every process with this store knows a refused PIN for
 * a day by its HMAC.
 */
export const createPinGuard = ({ vault, requestCounts, clock }: Deps) => {
  const running = new Map<string, Promise<unknown>>();
  return async <T>(
    { institutionId, user, pin }: Credentials,
    work: () => Promise<T>,
  ): Promise<T> => {
    const nameOf = (...parts: string[]): string =>
      createHmac("sha256", vault.key("fints-refused-pin"))
        .update(JSON.stringify([institutionId, user, ...parts]))
        .digest("base64url");
    const login = nameOf();
    const mark = `fints ${nameOf(pin)}`;
    const before = running.get(login);
    const mine = (async () => {
      await before?.catch(() => undefined);
      if ((await requestCounts.wait(mark, 1, 1, clock())) > 0) throw new KnownRefusal();
      try {
        return await work();
      } catch (failure) {
        if (failure instanceof BankRefusal && isWrongPin(failure.answer))
          await requestCounts.take(mark, 1, clock());
        throw failure;
      }
    })();
    running.set(login, mine);
    try {
      return await mine;
    } finally {
      if (running.get(login) === mine) running.delete(login);
    }
  };
};
