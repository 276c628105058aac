import { expect, test, vi } from "vitest";
import { answerInApp } from "../../../../demo/bank/app.fixture.ts";
import { walkThrough } from "../../../../demo/bank/visit.fixture.ts";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { LoginForm } from "../../../protocol/link/login-form.ts";
import { browserOf } from "../../../testing/test-app/redirect-app.ts";
import { Deviations } from "../../domain/institutions/deviations.ts";
import { type Approach, FDX_STANDARD } from "../../domain/institutions/institution-registration.ts";
import { BANK_ID, bankApp } from "./bank-app.fixture.ts";
import { namedAccounts } from "./named-accounts.ts";

/** A bank that only creates consents for named accounts. */
const bankOfNames = async (approach: Approach) => {
  const bank = await bankApp({
    ...{ standard: "berlin-group", approach },
    declaration: {
      standard: {
        ...{ ...FDX_STANDARD, dialect: "berlin-group", approach },
        deviations: Deviations.parse({ consent: "detailed" }),
      },
    },
  });
  bank.misbehave("berlin-offers-refused");
  return bank;
};

/** Ada's current account at the demo bank. */
const IBAN = "DE54 9994 0004 0000 1872 10";

test.each(["oauth", "redirect"] as const)(
  "by %s a user names an account in Link, goes on to the bank's site, and shares that alone",
  async (approach) => {
    const bank = await bankOfNames(approach);
    const { app } = bank;
    const link = await bank.open({ products: ["transactions", "identity"] });
    const { request_id: _, ...form } = (
      await link.bridge("institution/select", { institution_id: BANK_ID })
    ).body;
    expect(LoginForm.parse(form)).toMatchObject({
      at_site: true,
      fields: [{ name: "ibans", type: "text" }],
      help: "Lantern Bank shares only accounts that you name before you sign in there.",
      ...(approach === "oauth" && { sign_in_host: new URL(bank.issuer).host }),
    });
    const wrong = await bank.submit(link, { ibans: IBAN.replace("54", "55") });
    expect(wrong).toMatchObject({
      error_code: "INVALID_CREDENTIALS",
      display_message: "That is not an IBAN. Please check each of them.",
    });
    const { redirect } = LoginResponse.parse(await bank.submit(link, { ibans: IBAN }));
    const browser = browserOf(app);
    const { location } = await browser.startRedirect(redirect?.url ?? "");
    const parameters = await walkThrough(bank.issuer, location);
    await browser.sendCallback(Object.fromEntries(parameters), "/oauth/return");
    const { selection } = await bank.goOn(link);
    expect(selection?.accounts.map(({ mask }) => mask)).toEqual(["7210"]);
  },
);

test("a user of the bank's app names an account with their name there", async () => {
  const bank = await bankOfNames("decoupled");
  const { app } = bank;
  vi.spyOn(app.services, "pause").mockImplementation(async () => app.advanceClock(1000));
  const link = await bank.open();
  const fields = { login_hint: "ada", ibans: IBAN };
  const { approval } = LoginResponse.parse(await bank.submit(link, fields));
  await answerInApp(bank.issuer, approval?.code ?? "", "approve");
  expect((await link.bridge("redirect/await", {})).body.returned).toBe(true);
  expect((await bank.goOn(link)).selection?.accounts.map(({ mask }) => mask)).toEqual(["7210"]);
});

test("several IBANs are told apart by commas, semicolons or lines, each once", () => {
  const [one, other] = ["DE89370400440532013000", "GB29NWBK60161331926819"];
  expect(namedAccounts({ ibans: ` ${IBAN}, ${one};\n${other},${one} ` })).toEqual([
    ...["DE54999400040000187210", one, other],
  ]);
  expect(namedAccounts({ ibans: one.toLowerCase() })).toEqual([one]);
});

test.each([
  ["nothing", ""],
  ["commas", " , "],
  ["an IBAN with wrong check digits", "DE89370400440532013001"],
  ["a number", "12345"],
  ["too many IBANs", "DE89370400440532013000,".repeat(51)],
  ["a long text", "x".repeat(1e6)],
])("%s is no list of IBANs", (_, ibans) => {
  expect(() => namedAccounts({ ibans })).toThrow(
    "the accounts must be 1 to 50 IBANs with right check digits",
  );
});
