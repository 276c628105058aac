import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Account } from "../../../../protocol/account.ts";
import { ACCOUNT_SUBTYPES, type AccountType } from "../../../../protocol/vocabulary.ts";
import { Fault } from "../../../domain/fault.ts";
import { SANDBOX_INSTITUTIONS } from "../catalogue/index.ts";
import { createFormConnector } from "../form-connector.fixture.ts";
import { remainder97 } from "../numbers/iban.ts";

const connector = createFormConnector();
const US = "ins_109508";
const CANADA = "ins_43";
const BRITAIN = "ins_116834";
const FRANCE = frenchBank();

const credentials = (user: unknown) => ({
  username: "user_custom",
  password: typeof user === "string" ? user : JSON.stringify(user),
});
const start = (user: unknown, institutionId = US, isSolved = false) =>
  connector.start(institutionId, credentials(user), { solved: isSolved });
const fetchAccounts = async (user: unknown, institutionId = US) => {
  const step = await start(user, institutionId);
  if (step.at === "challenge") throw new Error("the login asks for more");
  return step.accounts;
};
const checking = { type: "depository", subtype: "checking" };
const oneOf = async (account: object, institutionId = US) => {
  const [one] = await fetchAccounts({ override_accounts: [account] }, institutionId);
  if (!one) throw new Error("there is one account");
  return one;
};
/** The reason in the refusal. */
const wrongIn = async (user: unknown, institutionId = US): Promise<string> => {
  const failure = await start(user, institutionId).catch((cause: unknown) => cause);
  if (!(failure instanceof Fault)) throw new Error("there is no refusal", { cause: failure });
  expect(failure.code).toBe("INVALID_CREDENTIALS");
  return failure.message.replace("the password of user_custom is not valid: ", "");
};

describe("user_custom", () => {
  test("user_custom is a different person for each seed, and the same person for the same seed", async () => {
    const keys = async (user: object) => (await fetchAccounts(user)).map(({ key }) => key).join();
    const [none, one, two] = await Promise.all([{}, { seed: "1" }, { seed: "2" }].map(keys));
    expect(new Set([none, one, two]).size).toBe(3);
    expect(await keys({ seed: "1" })).toBe(one);
  });

  test("user_custom without accounts has accounts like those of user_good", async () => {
    const good = await connector.start(US, { username: "user_good", password: "pass_good" });
    if (good.at === "challenge") throw new Error("user_good is let in");
    const names = good.accounts.map(({ name }) => name);
    expect((await fetchAccounts({})).map(({ name }) => name)).toEqual(names);
  });

  test("user_custom has its override_accounts and no others", async () => {
    const override_accounts = [
      {
        ...checking,
        starting_balance: 12.34,
        currency: "EUR",
        meta: { name: "Mine", official_name: "My Account", mask: "42" },
      },
      { type: "credit", subtype: "credit card", starting_balance: 0.1, meta: { limit: 0.3 } },
      { type: "other", subtype: "other" },
    ];
    const [mine, card, other, ...more] = await fetchAccounts({ override_accounts });
    expect(more).toEqual([]);
    expect(mine).toMatchObject({ name: "Mine", official_name: "My Account", mask: "42" });
    expect(mine?.balances).toEqual({
      available: 12.34,
      current: 12.34,
      limit: null,
      iso_currency_code: "EUR",
      unofficial_currency_code: null,
    });
    expect(card?.balances).toMatchObject({ available: 0.2, current: 0.1, limit: 0.3 });
    expect(other).toMatchObject({ name: "Other", official_name: "First Platypus Bank Other" });
    expect(await fetchAccounts({ override_accounts: [] })).toEqual([]);
  });

  test("user_custom can have every type and subtype at every institution", async () => {
    const override_accounts = (Object.keys(ACCOUNT_SUBTYPES) as AccountType[]).flatMap((type) =>
      ACCOUNT_SUBTYPES[type].map((subtype) => ({ type, subtype })),
    );
    for (const { institution, form } of SANDBOX_INSTITUTIONS) {
      if (!institution.supported || institution.health === "DOWN") continue;
      const inputs = form.map((field) => {
        if (field.type === "select") return [field.name, field.options[0]?.value];
        if (field.type === "checkbox") return [field.name, "true"];
        const user = JSON.stringify({ override_accounts });
        return [field.name, field.type === "text" ? "user_custom" : user];
      });
      const step = await connector.start(institution.institutionId, Object.fromEntries(inputs));
      if (step.at === "challenge") throw new Error("the login asks for more");
      expect(step.accounts.map(({ type, subtype }) => ({ type, subtype }))).toEqual(
        override_accounts,
      );
      expect(new Set(step.accounts.map(({ key }) => key)).size).toBe(override_accounts.length);
      for (const { key, numbers: _, ...account } of step.accounts)
        Account.parse({ account_id: key, ...account });
    }
  });

  test("user_custom has its account numbers in each region", async () => {
    const us = { account: "1111222233330000", ach_routing: "800000019" };
    expect((await oneOf({ ...checking, numbers: us })).numbers.ach).toMatchObject({
      account: "1111222233330000",
      routing: "800000019",
    });
    const ca = { account: "1234567", eft_institution: "901", eft_branch: "00042" };
    const canadian = await oneOf({ ...checking, numbers: ca }, CANADA);
    expect(canadian.numbers).toEqual({
      eft: { account: "1234567", institution: "901", branch: "00042" },
    });
    expect(canadian.mask).toBe("4567");
    const gb = { account: "12345678", bacs_sort_code: "880102" };
    const { numbers } = await oneOf({ ...checking, numbers: gb }, BRITAIN);
    expect(numbers.bacs).toEqual({ account: "12345678", sort_code: "880102" });
    const iban = numbers.international?.iban ?? "";
    expect(iban).toMatch(/88010212345678$/);
    expect(remainder97(iban.slice(4) + iban.slice(0, 4))).toBe(1);
    const fr = {
      international_iban: "FR7612345678901234567890123",
      international_bic: "ABCDFR20",
    };
    expect(await oneOf({ ...checking, numbers: fr }, FRANCE)).toMatchObject({
      mask: "0123",
      numbers: { international: { iban: fr.international_iban, bic: "ABCDFR20" } },
    });
  });

  test("user_custom gets its mfa challenges, and its force_error after them", async () => {
    const user = {
      mfa: { type: "selections", selection_rounds: 1, questions_per_round: 3 },
      force_error: "ITEM_LOCKED",
    };
    const step = await start(user);
    if (step.at === "accounts") throw new Error("the login asks for nothing");
    expect(step.challenge).toMatchObject({ type: "selections", questions: { length: 3 } });
    const answers = ["answer_0_0_0", "answer_0_1_0", "answer_0_2_0"];
    const answering = (answers: string[]) =>
      connector.answer(US, credentials(user), step.progress, answers);
    await expect(answering(answers.slice(1))).rejects.toMatchObject({ code: "INVALID_MFA" });
    await expect(answering(answers)).rejects.toMatchObject({ code: "ITEM_LOCKED" });
  });

  test.each([
    [{ type: "device" }, [["email"], ["1234"]]],
    [
      { type: "questions", question_rounds: 2, questions_per_round: 1 },
      [["answer_0_0"], ["answer_1_0"]],
    ],
    [{ type: "questions" }, [["answer_0_0", "answer_0_1"]]],
    [{ type: "selections", selections_per_question: 9 }, [["answer_0_0_0", "answer_0_1_0"]]],
  ])("user_custom with mfa %j reaches the accounts by the answers %j", async (mfa, rounds) => {
    const user = { seed: "x", mfa, recaptcha: "good" };
    let step = await start(user, US, true);
    for (const answers of rounds) {
      if (step.at === "accounts") throw new Error("the login asks for nothing more");
      step = await connector.answer(US, credentials(user), step.progress, answers);
    }
    expect(step).toEqual({ at: "accounts", accounts: await fetchAccounts({ seed: "x" }) });
  });

  test.each([
    "INSTITUTION_NOT_RESPONDING",
    "INVALID_CREDENTIALS",
    "INVALID_MFA",
    "MFA_NOT_SUPPORTED",
    "NO_ACCOUNTS",
    "USER_INPUT_TIMEOUT",
  ])("user_custom without mfa is refused with force_error %s at once", async (code) => {
    await expect(start({ force_error: code })).rejects.toMatchObject({ code });
  });
});

describe("an invalid password of user_custom names the problem", () => {
  const account = (change: object) => ({ override_accounts: [{ ...checking, ...change }] });
  test.each([
    ["", "it must be a JSON object"],
    ["[]", "it must be a JSON object"],
    ["null", "it must be a JSON object"],
    ['{"seed":', "it must be a JSON object"],
    [{ user: 1 }, "user is not a known field"],
    ['{"__proto__":{"seed":"x"}}', "__proto__ is not a known field"],
    [{ seed: 5 }, "seed must be a string"],
    [{ mfa: {} }, "mfa.type is missing"],
    [{ mfa: { type: "sms" } }, "mfa.type must be one of device, questions, selections"],
    [{ mfa: { type: "questions", question_rounds: 11 } }, "mfa.question_rounds must be at most 10"],
    [
      { mfa: { type: "selections", selections_per_question: 1 } },
      "mfa.selections_per_question must be at least 2",
    ],
    [{ recaptcha: "maybe" }, "recaptcha must be one of good, bad"],
    [
      { override_accounts: [{}] },
      "override_accounts[0].type is missing; override_accounts[0].subtype is missing",
    ],
    [
      account({ subtype: "mortgage" }),
      "override_accounts[0].subtype must be one of checking, savings, cd, money market, other",
    ],
    [account({ balance: 1 }), "override_accounts[0].balance is not a known field"],
    [account({ starting_balance: "1" }), "override_accounts[0].starting_balance must be a number"],
    [
      account({ starting_balance: 0.001 }),
      "override_accounts[0].starting_balance must be in whole cents",
    ],
    [
      account({ currency: "usd" }),
      "override_accounts[0].currency must be a currency code of ISO 4217, or an unofficial one of 3 to 10 capital letters and digits",
    ],
    [
      account({ meta: { mask: "12345" } }),
      "override_accounts[0].meta.mask must be 2 to 4 letters or digits",
    ],
    [
      account({ numbers: { eft_branch: "00001" } }),
      "override_accounts[0].numbers.eft_branch is not a number that this account has",
    ],
    [
      account({ numbers: { ach_routing: "12" } }),
      "override_accounts[0].numbers.ach_routing does not have the form of such a number",
    ],
    [
      { ...account({ numbers: { ach_routing: "12" } }), mfa: { type: "device" } },
      "override_accounts[0].numbers.ach_routing does not have the form of such a number",
    ],
  ])("the password %j of user_custom is refused with its problem", async (user, problem) => {
    expect(await wrongIn(user)).toBe(problem);
  });

  test("an error about user_custom never repeats a value", async () => {
    const secret = fc.stringMatching(/^[a-z]{4}[A-Z0-9]{8,20}$/);
    const holders: ((text: string) => unknown)[] = [
      (text) => text,
      (text) => `{"seed":"${text}`,
      (text) => ({ mfa: text }),
      (text) => ({ mfa: { type: text } }),
      (text) => ({ force_error: text }),
      (text) => account({ type: text }),
      (text) => account({ currency: text }),
      (text) => account({ meta: { mask: text } }),
      (text) => account({ numbers: { account: text } }),
    ];
    await fc.assert(
      fc.asyncProperty(secret, fc.constantFrom(...holders), async (text, holder) => {
        const failure = await start(holder(text)).catch((cause: unknown) => cause);
        if (!(failure instanceof Fault)) throw new Error("there is no refusal", { cause: failure });
        const faultText = `${failure.stack}${JSON.stringify(failure.body)}${String(failure.cause)}`;
        expect(faultText).not.toContain(text);
      }),
    );
  });

  test("any JSON as password of user_custom is accepted or refused with INVALID_CREDENTIALS", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (password) => {
        const failure = await start(password).then(
          () => null,
          (cause: unknown) => cause,
        );
        if (failure !== null) expect(failure).toHaveProperty("code", "INVALID_CREDENTIALS");
      }),
    );
  });
});

function frenchBank(): string {
  const bank = SANDBOX_INSTITUTIONS.find(
    ({ routingScheme, institution }) =>
      routingScheme.country === "FR" &&
      institution.supported &&
      institution.fields.some(({ name }) => name === "username"),
  );
  if (!bank) throw new Error("there is no French bank");
  return bank.institution.institutionId;
}
