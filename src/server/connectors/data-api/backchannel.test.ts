import { afterAll, beforeAll, expect, test } from "vitest";
import { answerInApp } from "../../../../demo/bank/app.fixture.ts";
import type { Bank } from "../../../../demo/bank/server.d.mts";
import { startBank } from "../../../../demo/bank/server.mjs";
import { CLIENT } from "../../../../demo/bank/visit.fixture.ts";
import type {
  InstitutionClient,
  InstitutionHttp,
} from "../../domain/institutions/institution-http.ts";
import { connectTo, INSTITUTION_ID, patientHttp } from "./connected-bank.fixture.ts";

let bank: Bank;
beforeAll(async () => {
  bank = await startBank({ port: 0, clients: [CLIENT] });
});
afterAll(() => bank.close());

const connectByApp = () => connectTo(bank.issuer, { declaration: { flow: "ciba" } });

/** A user with a request to approve in the bank's app, and a function that polls for the result. */
const request = async (login = "ada") => {
  const { connector, ...rest } = connectByApp();
  const step = await connector.start(INSTITUTION_ID, { login_hint: login });
  if (step.at !== "approval") throw new Error("its users approve in its app");
  const pollApproval = () => connector.approval?.poll(INSTITUTION_ID, {}, step.progress);
  return { ...rest, connector, step, approved: pollApproval };
};

test("the form asks only for the user's name, in their language", () => {
  const [institution] = connectByApp().connector.institutions();
  expect(institution?.fields).toEqual([{ name: "login_hint", label: "User name", type: "text" }]);
  expect(institution?.translations?.fr?.fields[0]?.label).toBe("Nom d’utilisateur");
});

test("a user who approves has their accounts read, and their balances later", async () => {
  const { connector, step, approved, loginWith } = await request();
  expect(step).toMatchObject({ lifetimeMs: 300_000, intervalMs: 5000 });
  expect(await approved()).toEqual({ at: "pending", slowDown: false });
  expect(await answerInApp(bank.issuer, step.code ?? "", "approve")).toContain("Ada");
  const result = await approved();
  if (result?.at !== "accounts") throw new Error("the user has approved");
  expect(result.accounts.length).toBeGreaterThan(1);
  expect(result.consentExpiresAt).toBeGreaterThan(Date.now());
  const login = loginWith(result.connectorState ?? null);
  expect(await connector.balances(login)).toHaveLength(result.accounts.length);
  await expect(approved()).rejects.toMatchObject({ code: "USER_INPUT_TIMEOUT" });
});

test("a user who refuses connects nothing", async () => {
  const { step, approved } = await request();
  await answerInApp(bank.issuer, step.code ?? "", "refuse");
  await expect(approved()).rejects.toMatchObject({ code: "OAUTH_USER_CANCELLED" });
});

test("a user name that the bank does not know is refused with INVALID_CREDENTIALS", async () => {
  await expect(request("nobody")).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
});

test("a bank without backchannel authentication is named in the log", async () => {
  const { open, close } = patientHttp();
  const http: InstitutionHttp = {
    close,
    open: (options) => {
      const client = open(options);
      const fetch: InstitutionClient["fetch"] = async (...request) => {
        const { backchannel_authentication_endpoint: _, ...metadata } = await (
          await client.fetch(...request)
        ).json();
        return Response.json(metadata);
      };
      return { ...client, fetch };
    },
  };
  const { connector, logged } = connectTo(bank.issuer, { declaration: { flow: "ciba" }, http });
  const start = connector.start(INSTITUTION_ID, { login_hint: "ada" });
  await expect(start).rejects.toMatchObject({ code: "UNSUPPORTED_RESPONSE" });
  expect(logged.join()).toContain("backchannel_authentication_endpoint");
});
