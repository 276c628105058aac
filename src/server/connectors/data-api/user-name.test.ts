import { describe, expect, test } from "vitest";
import { withPerson } from "../../domain/presence.ts";
import { INSTITUTION_ID } from "./connected-bank.fixture.ts";
import { berlinBank, PERSON } from "./dialects/berlin-group/berlin-bank.fixture.ts";

/** A bank that authorizes every consent at once. Its customers' accounts share the same ids. */
const answerAtOnce = ({ url, method }: { url: URL; method: string }): Response => {
  const { pathname } = url;
  if (method === "POST" && pathname === "/v1/consents")
    return Response.json({ consentId: "c-1", consentStatus: "received" }, { status: 201 });
  if (pathname.includes("/authorisations"))
    return Response.json(
      { authorisationId: "a-1", scaStatus: method === "POST" ? "received" : "finalised" },
      { status: method === "POST" ? 201 : 200 },
    );
  if (pathname === "/v1/accounts")
    return Response.json({
      accounts: [
        {
          ...{ resourceId: "1", iban: "DE89370400440532013000", currency: "EUR" },
          balances: [
            { balanceType: "interimBooked", balanceAmount: { amount: "1.00", currency: "EUR" } },
          ],
        },
      ],
    });
  return Response.json({ consentStatus: "valid" });
};

describe.each(["decoupled", "embedded"] as const)("a user name in Link (%s)", (approach) => {
  const atBank = async () => {
    const bank = await berlinBank({}, { approach });
    const start = (login_hint: string) =>
      withPerson(PERSON, () =>
        bank.connector.start(INSTITUTION_ID, { login_hint, password: "lantern" }),
      );
    return { ...bank, start };
  };

  test.each(["Łukasz", "ada\nx-other: 1", "ada\u0000", ""])(
    "a name that no header can carry is refused as an unknown one, and not sent: %j",
    async (name) => {
      const { start, calls, logged } = await atBank();
      await expect(start(name)).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
      expect(calls).toEqual([]);
      expect(logged).toEqual([]);
    },
  );

  test("a name of another customer is told apart, in whatever case it is typed", async () => {
    const { connector, responses, start } = await atBank();
    responses.change = answerAtOnce;
    const fetchState = async (name: string) => {
      const first = await start(name);
      const step =
        first.at === "approval"
          ? await connector.approval?.poll(INSTITUTION_ID, {}, first.progress)
          : first;
      if (step?.at !== "accounts") throw new Error("the bank has authorized the consent");
      return step.connectorState ?? "";
    };
    const ada = await fetchState("ada");
    expect(connector.isSameCustomer?.(ada, await fetchState("Ada "))).toBe(true);
    expect(connector.isSameCustomer?.(ada, await fetchState("grace"))).toBe(false);
  });

  test("a name of Latin-1 is sent", async () => {
    const { start, calls } = await atBank();
    await expect(start("Jörg")).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
    expect(calls[0]?.headers).toMatchObject({ "psu-id": "Jörg" });
  });
});
