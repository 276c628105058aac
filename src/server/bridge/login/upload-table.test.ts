import { expect, test } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const FILES = { institution_id: "ins_909999" };

const toResponse = ({ body }: { body: Record<string, unknown> }) => {
  if (body.error_code) throw new Error(JSON.stringify(body));
  const { request_id: _, ...answer } = body;
  return LoginResponse.parse(answer);
};

const openForm = async (app: Awaited<ReturnType<typeof testApp>>) => {
  const link = await app.startLink({ product: ["transactions"] });
  await link.bridge("institution/select", FILES);
  return { link };
};
type Link = Awaited<ReturnType<typeof openForm>>["link"];
const packed = (text: string) => Buffer.from(text).toString("base64");
const submit = (link: Link, file: string) =>
  link.bridge("credentials/submit", { ...FILES, credentials: { file, bank: "Lantern Bank" } });

const table = (...rows: string[]) =>
  packed(["Date,Text,Amount,Currency,Balance,SAMPLE-", ...rows].map((row) => `${row},`).join("\n"));

test("a table whose balances confirm its reading is added without a question", async () => {
  const app = await testApp();
  const { link } = await openForm(app);
  const rows = ["2026-01-02,Moonbean,42.17,USD,-142.17", "2026-01-03,Juniper,-100.00,USD,-42.17"];
  const { selection, challenge } = toResponse(
    await submit(link, table("2026-01-01,Opening balance,,,-100.00", ...rows)),
  );
  expect(challenge).toBeNull();
  expect(selection).toMatchObject({
    accounts: [{}],
    note: "One line that is no transaction was left out.",
  });
});

test("a table whose balances contradict every reading is shown with both sums", async () => {
  const app = await testApp();
  const { link } = await openForm(app);
  const rows = ["2026-01-02,Moonbean,-300.00,USD,700.00", "2026-01-03,Papaya,-310.00,USD,389.50"];
  const { challenge } = toResponse(await submit(link, table(...rows)));
  expect(challenge).toMatchObject({
    note: "The rows add up to −310.00, the balance says −310.50.",
  });
  if (challenge?.type !== "selections") throw new Error("there is no table");
  const answers = challenge.questions.map(({ chosen = "" }) => chosen);
  const done = toResponse(await link.bridge("mfa/submit", { answers }));
  expect(done.selection ?? done.connection).not.toBeNull();
});

test("a sign that a table does not say is asked with two rows as either answer reads them", async () => {
  const app = await testApp();
  const { link } = await openForm(app);
  const rows = [
    "02.01.2026;18,40;Alpha 1",
    "13.01.2026;-250,00;Beta 2",
    "14.01.2026;23,00;Gamma 3",
  ];
  const { challenge } = toResponse(
    await submit(link, packed(["Date;Amount;Text;SAMPLE-", ...rows].join("\n"))),
  );
  if (challenge?.type !== "selections") throw new Error("there is no table");
  const sign = challenge.questions.find(({ pictures }) => pictures);
  expect(sign).toMatchObject({
    question: "An amount without a minus is",
    pictures: [
      [
        { text: "Alpha 1", amount: "18.40", isIn: true },
        { text: "Beta 2", amount: "250.00", isIn: false },
      ],
      [
        { text: "Alpha 1", amount: "18.40", isIn: false },
        { text: "Beta 2", amount: "250.00", isIn: true },
      ],
    ],
  });
  const answers = challenge.questions.map((each) =>
    each === sign ? (each.options[1] ?? "") : (each.chosen ?? ""),
  );
  const done = toResponse(await link.bridge("mfa/submit", { answers }));
  expect(done.selection ?? done.connection).not.toBeNull();
});

test("amounts without signs have those of the balance, and the first row's is asked alone", async () => {
  const app = await testApp();
  const { link } = await openForm(app);
  const rows = ["2026-01-02,Alpha 1,30.00,500.00", "2026-01-03,Beta 2,40.00,460.00"];
  const { challenge } = toResponse(
    await submit(
      link,
      packed(
        ["Date,Text,Amount,Balance,SAMPLE-", ...rows, "2026-01-05,Gamma 3,9.00,469.00"].join("\n"),
      ),
    ),
  );
  if (challenge?.type !== "selections") throw new Error("there is no table");
  const sign = challenge.questions.find(({ pictures }) => pictures);
  expect(sign?.pictures).toEqual([
    [{ text: "Alpha 1", amount: "30.00", isIn: true }],
    [{ text: "Alpha 1", amount: "30.00", isIn: false }],
  ]);
  const answers = challenge.questions.map((each) =>
    each === sign ? (each.options[0] ?? "") : (each.chosen ?? ""),
  );
  const done = toResponse(await link.bridge("mfa/submit", { answers }));
  expect(await fetchAmounts(app, link, done)).toEqual([-30, -9, 40]);
});

test("a fee that may be in its amount is asked with a row as either answer reads it", async () => {
  const app = await testApp();
  const { link } = await openForm(app);
  const rows = ["2026-01-02,Alpha 1,-18.40,0.00,EUR", "2026-01-03,Beta 2,-40.00,1.50,EUR"];
  const { challenge } = toResponse(
    await submit(link, packed(["Date,Text,Amount,Fee,Currency,SAMPLE-", ...rows].join("\n"))),
  );
  if (challenge?.type !== "selections") throw new Error("there is no table");
  const fee = challenge.questions.find(({ pictures }) => pictures);
  expect(fee).toMatchObject({
    question: "A fee next to an amount is",
    pictures: [
      [{ text: "Beta 2", amount: "40.00", isIn: false }],
      [{ text: "Beta 2", amount: "41.50", isIn: false }],
    ],
  });
  const answers = challenge.questions.map((each) =>
    each === fee ? (each.options[1] ?? "") : (each.chosen ?? ""),
  );
  const done = toResponse(await link.bridge("mfa/submit", { answers }));
  expect(await fetchAmounts(app, link, done)).toEqual([18.4, 41.5]);
});

/** The amounts of a session's Item, with the API's sign. */
async function fetchAmounts(
  app: Awaited<ReturnType<typeof testApp>>,
  link: Link,
  { selection, connection }: ReturnType<typeof toResponse>,
): Promise<number[]> {
  const account_ids = selection?.accounts.map(({ id }) => id);
  const public_token =
    connection?.public_token ??
    (await link.bridge("accounts/select", { account_ids })).body.public_token;
  const { access_token } = await app.call("/item/public_token/exchange", { public_token });
  for (let round = 0; round < 3; round++) await app.runJobs();
  const { added } = await app.call("/transactions/sync", { access_token });
  return (added as { amount: number }[]).map(({ amount }) => amount).toSorted((a, b) => a - b);
}

test("the form for a file says where banks have theirs, in the language of its session", async () => {
  const app = await testApp();
  const link = await app.startLink({ product: ["transactions"], language: "fr" });
  const { body } = await link.bridge("institution/select", FILES);
  const lines = [
    "ABN AMRO\u00a0: Internet Bankieren › Tools › Mutaties.",
    "Choisissez CAMT.053 comme format.",
  ];
  const downloads = expect.arrayContaining([{ names: ["abn amro", "abn"], lines }]);
  expect(body).toMatchObject({ downloads });
});

test("a table with more columns than are asked about is read by those with a meaning", async () => {
  const app = await testApp();
  const { link } = await openForm(app);
  const names = Array.from({ length: 17 }, (_, at) => `Note ${at + 1}`);
  const row = (day: string, text: string, out: string, into: string) =>
    [day, text, ...names.map(() => ""), out, into, "EUR", ""].join(",");
  const text = [
    ["Date", "Text", ...names, "Debit", "Credit", "Currency", "SAMPLE-"].join(","),
    row("2026-01-02", "Moonbean", "4.14", ""),
    row("2026-01-03", "Juniper", "", "1890.50"),
  ];
  const { challenge } = toResponse(await submit(link, packed(text.join("\n"))));
  if (challenge?.type !== "selections") throw new Error("there is no table");
  expect(challenge.questions).toHaveLength(16);
  expect(challenge.table?.[0]?.slice(-3)).toEqual(["4.14", "", "EUR"]);
  const answers = challenge.questions.map(({ chosen = "" }) => chosen);
  const done = toResponse(await link.bridge("mfa/submit", { answers }));
  expect(done.selection ?? done.connection).not.toBeNull();
});
