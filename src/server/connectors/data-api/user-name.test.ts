import { describe, expect, test } from "vitest";
import { withPerson } from "../../domain/presence.ts";
import { INSTITUTION_ID } from "./connected-bank.fixture.ts";
import { berlinBank, PERSON } from "./dialects/berlin-group/berlin-bank.fixture.ts";

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

  test("a name of Latin-1 is sent", async () => {
    const { start, calls } = await atBank();
    await expect(start("Jörg")).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
    expect(calls[0]?.headers).toMatchObject({ "psu-id": "Jörg" });
  });
});
