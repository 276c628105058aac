import { describedApp } from "../described-app.fixture.ts";
import { type MockReply, mockServer } from "../mock-server.fixture.ts";

const SIMPLEFIN = {
  institution_id: "ins_700001",
  name: "SimpleFIN",
  country_codes: ["US" as const],
  protocol: "simplefin" as const,
};
const seconds = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1000;
export const base64 = (text: string) => Buffer.from(text).toString("base64");

export const account = (id: string, name: string, conn: string, more: object = {}) => ({
  ...{ id, name, conn_id: conn, currency: "USD", balance: "100.23", "balance-date": 1 },
  org: { domain: `${conn}.example`, name: `Bank ${conn}`, "sfin-url": "https://x.example" },
  transactions: [],
  ...more,
});
export const row = (id: string, date: string | null, more: object = {}) => ({
  ...{ id, amount: "-12.50", description: "CORNER CAFE", payee: "Corner Café" },
  ...{ posted: date === null ? 0 : seconds(date) },
  ...more,
});
export const ACCOUNTS = [
  account("ACT-1", "Everyday Checking 1234", "A", {
    transactions: [
      row("t-1", "2026-01-12"),
      row("t-2", null, { transacted_at: seconds("2026-01-14") }),
    ],
  }),
  account("ACT-2", "Visa Credit Card", "B", { balance: "-40.10" }),
];

/** An app, and a SimpleFIN server on a real socket. The server exchanges each setup token once. */
export const bridgeApp = async (variables: Record<string, string> = {}) => {
  const claimed = new Set<string>();
  let set: object = { errors: [], errlist: [], accounts: ACCOUNTS };
  let fault: MockReply | null = null;
  let claim: MockReply | null = null;
  const mock = await mockServer(({ method, headers }, url) => {
    if (url.pathname.startsWith("/sf/claim/")) {
      if (claim) return claim;
      if (method !== "POST" || claimed.has(url.pathname)) return { status: 403 };
      claimed.add(url.pathname);
      return { body: `${mock.origin.replace("//", "//ada:pa%3Ass@")}/sf` };
    }
    if (fault) return fault;
    if (headers.authorization !== `Basic ${base64("ada:pa:ss")}`) return { status: 403 };
    const isBalances = url.searchParams.get("balances-only") === "1";
    const accounts = (set as { accounts: object[] }).accounts;
    return {
      body: {
        ...set,
        accounts: isBalances
          ? accounts.map((each) => ({ ...each, transactions: undefined }))
          : accounts,
      },
    };
  });
  const described = await describedApp(SIMPLEFIN, variables);
  let count = 0;
  return {
    ...described,
    mock,
    token: (path = `/sf/claim/${++count}`) => base64(`${mock.origin}${path}`),
    answer: (next: object) => {
      set = { errors: [], errlist: [], accounts: ACCOUNTS, ...next };
    },
    fail: (next: MockReply | null) => {
      fault = next;
    },
    answerClaim: (next: MockReply | null) => {
      claim = next;
    },
  };
};
