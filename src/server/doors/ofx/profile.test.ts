import { expect, test } from "vitest";
import { appWithDoors, grantTo, linkWithTransactions, ofxRequest } from "../doors.fixture.ts";

const PROFILE =
  "<PROFMSGSRQV1><PROFTRNRQ><TRNUID>3<PROFRQ><CLIENTROUTING>NONE<DTPROFUP>19900101</PROFRQ></PROFTRNRQ></PROFMSGSRQV1>";
const LIST =
  "<SIGNUPMSGSRQV1><ACCTINFOTRNRQ><TRNUID>7<ACCTINFORQ></ACCTINFORQ></ACCTINFOTRNRQ></SIGNUPMSGSRQV1>";

const send = async (keys: { user: string; password: string }, messages: string) => {
  const app = await appWithDoors({ PUBLIC_URL: "https://link.example" });
  const item = await linkWithTransactions(app);
  const { grant, secret } = await grantTo(app, item, { door: "ofx" });
  const own = { user: grant.grantId, password: secret };
  const payload = ofxRequest({ ...(keys.user === "" ? own : keys), messages, version: 102 });
  return (await app.request({ method: "POST", url: "/ofx", payload })).body;
};

test("a program reads the profile before it has keys, and nothing else", async () => {
  const anonymous = { user: "anonymous00000000000000000000000", password: "anonymous" };
  const profile = await send(anonymous, PROFILE + LIST);
  expect(profile).toContain("<TRNUID>3</TRNUID><STATUS><CODE>0</CODE>");
  expect(profile).toContain("<URL>https://link.example/ofx</URL>");
  expect(profile.match(/(?<=<)\w+(?=MSGSET>)/g)).toEqual([
    ...["SIGNON", "SIGNUP", "BANK", "CREDITCARD", "INVSTMT", "SECLIST", "PROF"],
  ]);
  expect(profile).not.toContain("ACCTID");
  expect(await send(anonymous, LIST)).toContain("<CODE>15500</CODE>");
  expect(await send({ user: "other", password: "x" }, PROFILE)).not.toContain("PROFRS");
});

test("a grant's profile comes with its accounts, and the institution is named as it was asked for", async () => {
  const body = await send({ user: "", password: "" }, PROFILE + LIST);
  expect(body).toContain("<PROFRS>");
  expect(body).toContain("<ACCTID>");
  expect(body).toContain("<LANGUAGE>ENG</LANGUAGE><FI><ORG>Ledger &amp; Co</ORG><FID>7</FID></FI>");
});
