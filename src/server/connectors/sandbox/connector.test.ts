import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ERRORS, type ErrorCode } from "../../../protocol/errors/errors.ts";
import type { CredentialField } from "../../../protocol/link/login-form.ts";
import type { BankAccount } from "../../domain/connectors/bank-account.ts";
import type { LoginStep } from "../../domain/connectors/login-step.ts";
import { Fault } from "../../domain/fault.ts";
import { createFormConnector } from "./form-connector.fixture.ts";

const NOON = Date.UTC(2026, 0, 15, 12);
const connector = createFormConnector(() => NOON);
const institutions = connector.institutions();

const FIRST_PLATYPUS = "ins_109508";
const BY_PIN = "ins_910010";
const BY_PASSWORD_AND_PIN = "ins_930004";
const CLOSED = ["ins_132361", "ins_133402"];

const logIn = (username: string, password: string, institutionId = FIRST_PLATYPUS) =>
  connector.start(institutionId, { username, password });

/** A form filled in by kind of field, with each field's first option. */
const fillIn = (
  fields: readonly CredentialField[],
  credentials: { text: string; password: string; pin: string },
) =>
  Object.fromEntries(
    fields.map((field) => {
      if (field.type === "file") throw new Error("no bank asks for a file");
      if (field.type === "select") return [field.name, field.options[0]?.value ?? ""];
      if (field.type === "checkbox") return [field.name, "true"];
      if (field.type === "amount") return [field.name, "0.01"];
      return [field.name, field.type === "digits" ? "1234" : credentials[field.type]];
    }),
  );

/** The accounts of a login without further questions. */
const fetchAccounts = async (login: Promise<LoginStep>): Promise<BankAccount[]> => {
  const step = await login;
  if (step.at === "challenge") throw new Error("the login asks for more");
  return step.accounts;
};

/** The fault that a login is refused with. */
const refusal = async (login: Promise<unknown>): Promise<Fault> => {
  const failure = await login.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (failure instanceof Fault) return failure;
  throw new Error("the login was not refused with a Fault", { cause: failure });
};

describe("the good user", () => {
  const open = institutions.filter(({ institutionId }) => !CLOSED.includes(institutionId));

  test.each(open)("logs in at $name", async ({ institutionId }) => {
    const fields = connector.credentialFields(institutionId);
    const login = connector.start(
      institutionId,
      fillIn(fields, { text: "user_good", password: "pass_good", pin: "credential_good" }),
    );
    const accounts = await fetchAccounts(login);
    expect(accounts.length).toBeGreaterThan(1);
  });

  test("user_good always has the same accounts at First Platypus Bank", async () => {
    const accounts = await fetchAccounts(logIn("user_good", "pass_good"));
    await expect(`${JSON.stringify(accounts, null, 2)}\n`).toMatchFileSnapshot(
      "golden/first-platypus-user-good.json",
    );
  });

  test("two connectors find the same accounts", async () => {
    const again = await createFormConnector(() => NOON).start(FIRST_PLATYPUS, {
      username: "user_good",
      password: "pass_good",
    });
    expect(again).toEqual(await logIn("user_good", "pass_good"));
  });

  test("a PIN takes the password too", async () => {
    const login = connector.start(BY_PIN, { customer_number: "user_good", pin: "pass_good" });
    const accounts = await fetchAccounts(login);
    expect(accounts.length).toBeGreaterThan(1);
  });
});

describe("in French", () => {
  test("every form has a French word for each of its English ones", () => {
    for (const { fields, translations } of institutions) {
      const french = translations?.fr?.fields ?? [];
      const words = (form: readonly CredentialField[]) =>
        form.flatMap((field) => [
          field.label,
          ...(field.type === "select" ? field.options.map(({ label }) => label) : []),
        ]);
      const english = new Set(words(fields));
      expect(words(french).filter((word) => english.has(word))).toEqual([]);
      expect(french.map(({ name, type }) => [name, type])).toEqual(
        fields.map(({ name, type }) => [name, type]),
      );
    }
  });

  test.each(["mfa_questions_1_10", "mfa_selections", "mfa_selections_1_2_2"])(
    "%s asks in French, and accepts the answers",
    async (password) => {
      const credentials = { username: "user_good", password };
      const ask = (language: "en" | "fr") =>
        connector.start(FIRST_PLATYPUS, credentials, { language });
      const [english, french] = await Promise.all([ask("en"), ask("fr")]);
      if (english.at !== "challenge" || french.at !== "challenge") throw new Error("not asked");
      const toQuestions = ({ challenge }: typeof french) =>
        "questions" in challenge
          ? challenge.questions.map((question) =>
              typeof question === "string" ? question : question.question,
            )
          : [];
      const both = toQuestions(french).filter((question) =>
        toQuestions(english).includes(question),
      );
      expect(both).toEqual([]);
      const answers =
        french.challenge.type === "selections"
          ? french.challenge.questions.map(({ options }) => options[0] ?? "")
          : toQuestions(french).map((_, at) => `answer_0_${at}`);
      const step = await connector.answer(
        FIRST_PLATYPUS,
        credentials,
        french.progress,
        answers,
        "fr",
      );
      expect(step.at).toBe("accounts");
    },
  );
});

describe("the other test users", () => {
  test.each([
    ["user_small_business", ["Business Checking", "Payroll Checking", "Business Reserve"]],
    ["user_yuppie", ["Premium Checking", "Travel Credit Card", "Brokerage"]],
    ["user_ewa_user", ["Checking", "Rainy Day Savings"]],
  ])("%s has accounts of their own kind", async (username, names) => {
    const accounts = await fetchAccounts(logIn(username, "pass_good"));
    expect(accounts.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  test("only user_good can force an error", async () => {
    const { code } = await refusal(logIn("user_yuppie", "error_ITEM_LOCKED"));
    expect(code).toBe("INVALID_CREDENTIALS");
  });
});

describe("a password error_<CODE> of the good user", () => {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const forcibleCodes = codes.filter(
    (code) =>
      ["ITEM_ERROR", "INSTITUTION_ERROR", "RECAPTCHA_ERROR"].includes(ERRORS[code].type) ||
      ["INTERNAL_SERVER_ERROR", "INVALID_LINK_TOKEN"].includes(code),
  );

  test.each(forcibleCodes)("error_<CODE> forces %s", async (code) => {
    const { body } = await refusal(logIn("user_good", `error_${code}`));
    const { type, message } = ERRORS[code];
    expect(body).toMatchObject({ error_code: code, error_type: type, error_message: message });
  });

  test.each([
    ...codes.filter((code) => !forcibleCodes.includes(code)),
    "",
    "NO_SUCH_CODE",
    "toString",
    "item_locked",
  ])("error_%s is INVALID_CREDENTIALS, since no institution responds so", async (code) => {
    const fault = await refusal(logIn("user_good", `error_${code}`));
    expect(fault.code).toBe("INVALID_CREDENTIALS");
  });

  test("error_<CODE> works in a PIN and in either of two secrets", async () => {
    const customer_number = "user_good";
    const logins = [
      connector.start(BY_PIN, { customer_number, pin: "error_ITEM_LOCKED" }),
      connector.start(BY_PASSWORD_AND_PIN, {
        customer_number,
        password: "error_ITEM_LOCKED",
        pin: "credential_good",
      }),
      connector.start(BY_PASSWORD_AND_PIN, {
        customer_number,
        password: "pass_good",
        pin: "error_ITEM_LOCKED",
      }),
    ];
    for (const login of logins) expect((await refusal(login)).code).toBe("ITEM_LOCKED");
  });
});

describe("INVALID_CREDENTIALS", () => {
  test.each([
    ["user_good", "pass_bad"],
    ["user_good", ""],
    ["user_good", "credential_good"],
    ["user_good", "pass_good "],
    ["user_good", "mfa_devices"],
    ["user_yuppie", "mfa_device"],
    ["", "pass_good"],
    ["", ""],
    ["USER_GOOD", "pass_good"],
    ["user_custom", "pass_good"],
    ["user_custom", "error_ITEM_LOCKED"],
    ["user_unknown", "pass_good"],
  ])("INVALID_CREDENTIALS for %j with %j", async (username, password) => {
    expect((await refusal(logIn(username, password))).code).toBe("INVALID_CREDENTIALS");
  });

  test("INVALID_CREDENTIALS when only one of two secrets is right", async () => {
    const wrong = [
      { password: "pass_good", pin: "1234" },
      { password: "pass_bad", pin: "credential_good" },
      { password: "credential_good", pin: "credential_good" },
      { password: "error_ITEM_LOCKED", pin: "1234" },
      { password: "mfa_code", pin: "mfa_device" },
    ];
    for (const secrets of wrong) {
      const login = connector.start(BY_PASSWORD_AND_PIN, {
        customer_number: "user_good",
        ...secrets,
      });
      expect((await refusal(login)).code).toBe("INVALID_CREDENTIALS");
    }
  });
});

describe("fields that are not the form's", () => {
  test("missing fields are named in the error", async () => {
    const fault = await refusal(connector.start(FIRST_PLATYPUS, { username: "user_good" }));
    expect(fault.code).toBe("MISSING_FIELDS");
    expect(fault.message).toBe("credential fields are missing: password");
    const none = await refusal(connector.start(BY_PASSWORD_AND_PIN, {}));
    expect(none.message).toBe("credential fields are missing: customer_number, password, pin");
  });

  test("unknown fields are named in the error", async () => {
    const login = connector.start(FIRST_PLATYPUS, {
      username: "user_good",
      password: "pass_good",
      otp: "4711",
    });
    const fault = await refusal(login);
    expect(fault.code).toBe("UNKNOWN_FIELDS");
    expect(fault.message).toBe("credential fields are not known: otp");
  });

  test("fields are not read from an object's prototype", async () => {
    const prototypeOnly = Object.create({ username: "user_good", password: "pass_good" });
    const fault = await refusal(connector.start(FIRST_PLATYPUS, prototypeOnly));
    expect(fault.code).toBe("MISSING_FIELDS");
  });
});

describe("an institution that cannot be reached", () => {
  test.each([
    ["ins_132361", "INSTITUTION_DOWN"],
    ["ins_133402", "INSTITUTION_NO_LONGER_SUPPORTED"],
    ["ins_0", "INVALID_INSTITUTION"],
    ["toString", "INVALID_INSTITUTION"],
  ])("an unavailable institution %s returns %s, whatever the credentials", async (id, code) => {
    expect((await refusal(logIn("user_good", "pass_good", id))).code).toBe(code);
    expect((await refusal(connector.start(id, {}))).code).toBe(code);
  });
});

test("no error message contains a value that the user typed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...institutions),
      fc.stringMatching(/^[a-z]{4}[A-Z0-9!"#]{6,20}$/),
      fc.stringMatching(/^(error_)?[a-z]{4}[A-Z0-9!"#]{6,20}$/),
      fc.constantFrom("right", "missing", "unknown"),
      async ({ institutionId }, username, secret, set) => {
        const fields = connector.credentialFields(institutionId);
        const form = fillIn(fields, { text: username, password: secret, pin: secret });
        const entries = Object.entries(form);
        if (set === "missing") entries.pop();
        if (set === "unknown") entries.push(["extra", secret]);
        const fault = await refusal(connector.start(institutionId, Object.fromEntries(entries)));
        const faultText = `${fault.stack}${JSON.stringify(fault.body)}${String(fault.cause)}`;
        expect(faultText).not.toContain(username);
        expect(faultText).not.toContain(secret);
      },
    ),
  );
});
