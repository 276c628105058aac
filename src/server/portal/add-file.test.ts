import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { OWN } from "../../testing/test-app/dashboard.ts";
import { portalBrowser } from "../../testing/test-app/portal.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

const FILES = { institution_id: "ins_909999" };
type App = Awaited<ReturnType<typeof testApp>>;
type Row = [day: string, amount: string, name: string, id?: string];

/**
 * An OFX statement of an account that the file names. The transactions have ids only if the rows
 * do.
 */
const ofx = (rows: readonly Row[], account = "SAMPLE-1111") =>
  Buffer.from(
    `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>${account}` +
      `<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>\n${rows
        .map(
          ([day, amount, name, id]) =>
            `<STMTTRN><DTPOSTED>202601${day}<TRNAMT>${amount}${id ? `<FITID>${id}` : ""}<NAME>${name}</STMTTRN>`,
        )
        .join("\n")}\n</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  ).toString("base64");

const JANUARY: Row[] = [
  ["02", "-4.14", "Moonbean Coffee"],
  ["05", "1890.50", "Juniper Labs"],
  ["09", "-62.80", "Greenway Market"],
];
const NEWER: Row[] = [...JANUARY, ["12", "-9.00", "Papaya Cinema"]];
/** A row that makes the import refuse its file. */
const BROKEN: Row = ["13", "-1.00", "n".repeat(20_001), "last"];

/** A connection of files, and its user's session on the account site. */
const setup = async () => {
  const app = await testApp();
  const link = await app.startLink({ product: ["transactions"] });
  await link.bridge("institution/select", FILES);
  const credentials = { bank: "Lantern Bank", file: ofx(JANUARY) };
  const { body } = await link.bridge("credentials/submit", { ...FILES, credentials });
  const { accounts } = body.selection as { accounts: { id: string }[] };
  const chosen = await link.bridge("accounts/select", {
    account_ids: accounts.map(({ id }) => id),
  });
  const { public_token } = (chosen.body.connection ?? chosen.body) as { public_token: string };
  const exchanged = await app.call("/item/public_token/exchange", { public_token });
  const { access_token, item_id } = exchanged as { access_token: string; item_id: string };
  for (let round = 0; round < 3; round++) await app.runJobs();
  const user = portalBrowser(app);
  await user.openFromLink(item_id);
  const add = (file: string, more: object = {}) =>
    user.post("connection/add-file", { connection_id: item_id, file, language: "en", ...more });
  return { app, user, add, item_id, access_token };
};

const fetchNames = async (app: App, access_token: string) => {
  const { added } = await app.call("/transactions/sync", { access_token });
  return (added as { name: string }[]).map(({ name }) => name);
};

test("a newer file adds what is new, once, and the application hears of it", async () => {
  const { app, user, add, access_token, item_id } = await setup();
  expect((await user.connections()).connections).toMatchObject([
    { takes_files: true, matches: [], institution: { name: "Lantern Bank" } },
  ]);
  const file = gzipSync(Buffer.from(ofx(NEWER), "base64")).toString("base64");
  const { status, body } = await add(file);
  expect(status).toBe(200);
  expect(body).toMatchObject({ added_file: { added: 1 }, connections: [{ takes_files: true }] });
  expect((await add(file)).body).toMatchObject({ added_file: { added: 0 } });
  expect(await fetchNames(app, access_token)).toEqual(NEWER.map(([, , name]) => name));
  const entries = await app.services.store.audit.last(2);
  expect(entries).toMatchObject([
    {},
    { action: "connection.add_file", subject: item_id, details: '{"added":1}' },
  ]);
});

test("a broken file is refused with its line, in the user's language, and changes nothing", async () => {
  const { app, add, access_token } = await setup();
  const broken = ofx([...NEWER, BROKEN]);
  const refused = await add(broken, { language: "fr" });
  expect(refused.body).toMatchObject({ error_code: "INVALID_FILE" });
  expect(refused.body.display_message).toMatch(/^Ligne \d+/);
  expect((await add(ofx(NEWER, "1111"))).body).toMatchObject({ error_code: "INVALID_FILE" });
  expect(await fetchNames(app, access_token)).toHaveLength(JANUARY.length);
});

test("a row that cannot be read is left out, and said", async () => {
  const { app, add, access_token } = await setup();
  const { body } = await add(ofx([...NEWER, ["99", "-1.00", "Rent"]]), { language: "fr" });
  expect(body.added_file).toMatchObject({ added: 1, note: expect.stringMatching(/Ligne 8\s: /) });
  expect(await fetchNames(app, access_token)).toEqual(NEWER.map(([, , name]) => name));
});

test("rows that may be the same are asked about, and the answer counts", async () => {
  const { app, add, access_token } = await setup();
  const unsure = ofx([
    ["09", "-62.80", "GW Supermarket"],
    ["12", "-9.00", "Papaya Cinema"],
  ]);
  expect((await add(unsure)).body).toMatchObject({ added_file: { left_open: "questions" } });
  expect(await fetchNames(app, access_token)).toHaveLength(JANUARY.length);
  expect((await add(unsure, { possible_matches: "same" })).body).toMatchObject({
    added_file: { added: 1 },
  });
});

test("another user's connection, another site's page, and no session are refused before the file is read", async () => {
  const { app, user, item_id, access_token } = await setup();
  const body = { connection_id: item_id, file: ofx(NEWER), language: "en" };
  const other = await app.link();
  const stranger = portalBrowser(app);
  await stranger.openFromLink(String(other.item_id));
  expect((await stranger.post("connection/add-file", body)).body).toMatchObject({
    error_code: "ITEM_NOT_FOUND",
  });
  const own = { ...body, connection_id: String(other.item_id) };
  expect((await stranger.post("connection/add-file", own)).body).toMatchObject({
    error_code: "INVALID_INSTITUTION",
  });
  const evil = await user.post("connection/add-file", body, { origin: "https://evil.example" });
  expect(evil.body).toMatchObject({ error_code: "INVALID_ORIGIN" });
  const nobody = await app.post("/account/connection/add-file", body, { origin: OWN });
  expect(nobody.body).toMatchObject({ error_code: "INVALID_ACCOUNT_SESSION" });
  expect(await fetchNames(app, access_token)).toHaveLength(JANUARY.length);
});

test("a session sends one file at a time, of 12 MB at most", async () => {
  const { add } = await setup();
  const both = await Promise.all([add(ofx(NEWER)), add(ofx(NEWER))]);
  const codes = both.map(({ body }) => body.error_code);
  expect(codes.toSorted()).toEqual(["RATE_LIMIT", undefined]);
  expect((await add(ofx(NEWER))).status).toBe(200);
  const large = await add("A".repeat(13 * 1024 * 1024));
  expect(large.body.error_message).toContain("too large");
});

test("the share of a file that is read grows while it is read", async () => {
  const { user, add } = await setup();
  const rows = Array.from({ length: 40_000 }, (_, n): Row => ["12", "-1.00", "Rent", `${n}`]);
  const broken = ofx([...rows, BROKEN]);
  const shareOf = async () => (await user.get("file-progress")).body.read as number | null;
  let isRead = false;
  const sent = add(broken).finally(() => {
    isRead = true;
  });
  const shares: number[] = [];
  while (!isRead) {
    const share = await shareOf();
    if (share !== null && share !== shares.at(-1)) shares.push(share);
  }
  expect((await sent).body.display_message).toMatch(/^Line 40004: /);
  expect(shares.length).toBeGreaterThan(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(await shareOf()).toBeNull();
});

test("a connection that has ended takes no file", async () => {
  const { user, add, item_id } = await setup();
  await user.post("connection/end", { connection_id: item_id });
  expect((await user.connections()).connections[0]?.takes_files).toBeUndefined();
  expect((await add(ofx(NEWER))).status).toBe(400);
});
