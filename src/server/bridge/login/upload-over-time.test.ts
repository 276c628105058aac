import { expect, test } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const FILES = { institution_id: "ins_909999" };

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;
type Account = { bank: string; number: string };
type Row = [day: string, amount: string, name: string];

const JANUARY: Row[] = [
  ["20260102", "-4.14", "SAMPLE- Moonbean Coffee"],
  ["20260105", "1890.50", "Juniper Labs"],
  ["20260109", "-62.80", "Greenway Market"],
  ["20260112", "-9.00", "Papaya Cinema"],
];
/** The last rows of January, and a new row. */
const NEWER: Row[] = [...JANUARY.slice(1), ["20260114", "-3.00", "SAMPLE- Lantern"]];
const FEBRUARY: Row[] = [["20260203", "-7.00", "SAMPLE- Lantern"]];

const ofx = ({ bank, number }: Account, rows: readonly Row[]) =>
  Buffer.from(`OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:USASCII
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>${bank}<ACCTID>${number}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST>
${rows.map(([day, amount, name]) => `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${day}${amount}<NAME>${name}</STMTTRN>`).join("\n")}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`).toString("base64");

const toResponse = ({ body }: { body: Record<string, unknown> }) => {
  if (body.error_code) throw new Error(JSON.stringify(body));
  const { request_id: _, ...answer } = body;
  return LoginResponse.parse(answer);
};
const submit = (link: Link, file: string, changes: object = { bank: "Lantern Bank" }) =>
  link.bridge("credentials/submit", { ...FILES, credentials: { file, ...changes } });

/** Links an Item with the file of January; returns its access token. */
const linkFile = async (app: App, account: Account) => {
  const link = await app.startLink({ product: ["transactions"] });
  await link.bridge("institution/select", FILES);
  const { selection, connection } = toResponse(await submit(link, ofx(account, JANUARY)));
  const account_ids = selection?.accounts.map(({ id }) => id);
  const public_token =
    connection?.public_token ??
    (await link.bridge("accounts/select", { account_ids })).body.public_token;
  const { access_token } = await app.call("/item/public_token/exchange", { public_token });
  for (let round = 0; round < 3; round++) await app.runJobs();
  return String(access_token);
};
const fetchAccounts = async (app: App, access_token: string) =>
  (await app.call("/accounts/get", { access_token })).accounts as { account_id: string }[];

const CHANGES: [string, Account, Account][] = [
  [
    "a number that is masked later",
    { bank: "011401533", number: "9876543210" },
    { bank: "011401533", number: "XXXXXX3210" },
  ],
  [
    "a number that is masked in its middle",
    { bank: "011401533", number: "4111222233334444" },
    { bank: "011401533", number: "4111********4444" },
  ],
  [
    "a number that is shown whole later",
    { bank: "011401533", number: "••••••3210" },
    { bank: "011401533", number: "9876543210" },
  ],
  [
    "another bank's code",
    { bank: "011401533", number: "9876543210" },
    { bank: "999", number: "9876543210" },
  ],
  [
    "an IBAN in place of a number",
    { bank: "30006", number: "12345678901" },
    { bank: "30006", number: "FR7630006000011234567890189" },
  ],
];

test.each(CHANGES)(
  "the API adds a file with %s to its account, or asks",
  async (_, before, now) => {
    const app = await testApp();
    const access_token = await linkFile(app, before);
    const add = (body: object) =>
      app.post("/item/files/add", { ...app.credentials, access_token, ...body });
    const newer = await add({ file: ofx(now, NEWER) });
    expect(newer.body).toMatchObject({ added: 1, accounts: [{}] });
    const [account] = await fetchAccounts(app, access_token);
    // From now on the account has both numbers.
    expect((await add({ file: ofx(now, FEBRUARY) })).body).toMatchObject({ added: 1 });
    expect(await fetchAccounts(app, access_token)).toEqual([account]);

    const other = await linkFile(app, before);
    const [own] = await fetchAccounts(app, other);
    const asked = await add({ access_token: other, file: ofx(now, FEBRUARY) });
    expect(asked.body).toMatchObject({ error_code: "INVALID_FILE" });
    expect(asked.body.error_message).toContain("send account_id");
    expect(await fetchAccounts(app, other)).toEqual([own]);
    const sent = { access_token: other, account_id: own?.account_id, file: ofx(now, FEBRUARY) };
    expect((await add(sent)).body).toMatchObject({ added: 1 });
    expect(await fetchAccounts(app, other)).toEqual([own]);
  },
);

test.each(CHANGES)("Link asks for the account of a file with %s", async (_, before, now) => {
  const app = await testApp();
  const addInLink = async (access_token: string, file: string, answer: 0 | 1) => {
    const { public_token } = await app.call("/item/public_token/create", { access_token });
    const link = await app.startLink({ token: public_token });
    const { challenge, connection } = toResponse(await submit(link, file, {}));
    if (challenge?.type !== "selections") return connection;
    const [question] = challenge.questions;
    expect(question?.options).toEqual([expect.stringMatching(/^1\. /), "Another account"]);
    const answers = [question?.options[answer] ?? ""];
    return toResponse(await link.bridge("mfa/submit", { answers })).connection;
  };
  const [same, another] = [await linkFile(app, before), await linkFile(app, before)];
  expect(await addInLink(same, ofx(now, FEBRUARY), 0)).not.toBeNull();
  expect(await fetchAccounts(app, same)).toHaveLength(1);
  expect(await addInLink(another, ofx(now, FEBRUARY), 1)).not.toBeNull();
  expect(await fetchAccounts(app, another)).toHaveLength(2);
});

test("a bank's code that becomes 0 says nothing, and the number is of its account", async () => {
  const app = await testApp();
  const access_token = await linkFile(app, { bank: "011401533", number: "9876543210" });
  const file = ofx({ bank: "0", number: "9876543210" }, FEBRUARY);
  const call = { access_token, file };
  expect(await app.call("/item/files/add", call)).toMatchObject({ added: 1 });
  expect(await fetchAccounts(app, access_token)).toHaveLength(1);
});
