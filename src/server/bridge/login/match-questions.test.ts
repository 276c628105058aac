import { expect, test } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { portalBrowser } from "../../../testing/test-app/portal.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const FILES = { institution_id: "ins_909999" };

const entry = (status: "PDNG" | "BOOK", day: number, amount: string) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>
<BookgDt><Dt>2026-01-${day}</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Cdtr><Pty><Nm>Copper Ladle</Nm></Pty></Cdtr>
</RltdPties></TxDtls></NtryDtls></Ntry>`;

/** An account report for 10 to 14 January, in base64. */
const report = (...entries: string[]) =>
  Buffer.from(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt><Rpt><Id>SAMPLE-1</Id>
<FrToDt><FrDtTm>2026-01-10T00:00:00</FrDtTm><ToDtTm>2026-01-14T00:00:00</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>SAMPLE-1234</Id></Othr></Id><Ccy>EUR</Ccy></Acct>${entries.join("")}</Rpt></BkToCstmrAcctRpt></Document>`,
  ).toString("base64");

const toResponse = ({ body: { request_id: _, ...answer } }: { body: Record<string, unknown> }) =>
  LoginResponse.parse(answer);

/**
 * An Item of two files, with a payment that may match either of two. The user has not been asked
 * yet.
 */
const setup = async () => {
  const app = await testApp();
  const link = await app.startLink({ product: ["transactions"] });
  await link.bridge("institution/select", FILES);
  const first = report(entry("PDNG", 10, "20.00"), entry("PDNG", 11, "20.50"));
  const credentials = { bank: "Lantern Bank", file: first };
  const login = toResponse(await link.bridge("credentials/submit", { ...FILES, credentials }));
  const account_ids = login.selection?.accounts.map(({ id }) => id);
  const { body } = await link.bridge("accounts/select", { account_ids });
  const { public_token } = body;
  const { access_token, item_id } = await app.call("/item/public_token/exchange", { public_token });
  const pull = async () => {
    for (let round = 0; round < 3; round++) await app.runJobs();
  };
  const update = async (file: string) => {
    const { public_token } = await app.call("/item/public_token/create", { access_token });
    const session = await app.startLink({ token: public_token });
    const answer = await session.bridge("credentials/submit", { ...FILES, credentials: { file } });
    return { session, answer: toResponse(answer) };
  };
  const posted = async () => {
    const { added } = await app.call("/transactions/sync", { access_token });
    return (added as Transaction[]).filter(({ pending }) => !pending);
  };
  await pull();
  app.advanceClock(86_400_000);
  await update(report(entry("BOOK", 12, "22.00")));
  await pull();
  return { app, update, posted, pull, item_id: String(item_id) };
};

test("update mode of files asks about earlier transactions, stores the answer, and asks once", async () => {
  const { app, update, posted, pull, item_id } = await setup();
  const [before] = await posted();
  expect(before?.possible_match).not.toBeNull();
  const more = report(entry("BOOK", 12, "22.00"), entry("BOOK", 14, "3.00"));
  const { session, answer } = await update(more);
  expect(answer.challenge).toEqual({
    type: "selections",
    questions: [
      {
        question:
          "“Copper Ladle” (Jan 12, 2026, −22.00) is new, and “Copper Ladle” (Jan 11, 2026, −20.50) is gone. " +
          "Why we ask: 7 % more, as with a tip, the name “copper ladle”, a day later.",
        options: ["Same payment", "Two payments"],
        pair: {
          title: "Is this the same payment?",
          rows: [
            {
              label: "No longer there",
              name: "Copper Ladle",
              amount: "−20.50",
              day: "Jan 11, 2026",
            },
            { label: "New", name: "Copper Ladle", amount: "−22.00", day: "Jan 12, 2026" },
          ],
          why: "Why we ask: 7 % more, as with a tip, the name “copper ladle”, a day later.",
        },
      },
    ],
  });
  const wrong = await session.bridge("mfa/submit", { answers: ["Perhaps"] });
  expect(wrong.body.error_code).toBe("INVALID_MFA");
  const done = toResponse(await session.bridge("mfa/submit", { answers: ["Same payment"] }));
  expect(done.connection).not.toBeNull();
  const logged = (await app.services.store.audit.last(2)).find(
    ({ action }) => action === "connection.decide_match",
  );
  expect(logged).toMatchObject({
    actor: { kind: "user", name: `link ${item_id}` },
    subject: item_id,
  });
  expect(JSON.parse(logged?.details ?? "")).toEqual({
    transaction_id: before?.transaction_id,
    before_id: before?.possible_match?.transaction_id,
    decision: "same",
  });
  await pull();
  const after = await posted();
  expect(after).toHaveLength(2);
  const [same] = after.filter(({ transaction_id }) => transaction_id === before?.transaction_id);
  expect(same?.pending_transaction_id).toBe(before?.possible_match?.transaction_id);
  expect(after.map(({ possible_match }) => possible_match)).toEqual([null, null]);
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  expect((await person.connections()).connections[0]?.matches).toEqual([]);
  const again = await update(report(entry("BOOK", 13, "1.00")));
  expect(again.answer.connection).not.toBeNull();
});

test("an answer that comes after the account site has decided changes nothing", async () => {
  const { app, update, posted, item_id } = await setup();
  const [before] = await posted();
  const { session } = await update(report(entry("BOOK", 14, "3.00")));
  const decisions = async () =>
    (await app.services.store.audit.after(0, 99)).filter(({ action }) => action.includes("match"));
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  const [match] = (await person.connections()).connections[0]?.matches ?? [];
  await person.post("connection/decide-match", {
    ...{ connection_id: item_id, decision: "same" },
    ...{ transaction_id: match?.transaction_id, before_id: match?.before_id },
  });
  const done = toResponse(await session.bridge("mfa/submit", { answers: ["Two payments"] }));
  expect(done.connection).not.toBeNull();
  expect(await decisions()).toHaveLength(1);
  const [after] = await posted();
  expect(after?.pending_transaction_id).toBe(before?.possible_match?.transaction_id);
});
