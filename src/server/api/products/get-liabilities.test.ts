import { expect, test, vi } from "vitest";
import { Liabilities } from "../../../protocol/liabilities.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { Fault } from "../../domain/fault.ts";

const DAY = 86_400_000;
type App = Awaited<ReturnType<typeof testApp>>;

const read = async ({ call }: App, access_token: string, options = {}) => {
  const { accounts, liabilities } = await call("/liabilities/get", { access_token, options });
  return {
    accounts: accounts as { account_id: string; type: string; subtype: string }[],
    liabilities: Liabilities.parse(liabilities),
  };
};

const fetchCode = async ({ post, keys }: App, path: string, body: object) => {
  const { client_id, secret } = keys;
  return (await post(path, { client_id, secret, ...body })).body.error_code;
};

test("/liabilities/get returns the cards, mortgages and student loans, of all accounts or of some", async () => {
  const app = await testApp();
  const { access_token } = await app.link("ins_109508", ["transactions"]);
  const { accounts, liabilities } = await read(app, access_token);
  for (const [kind, subtype] of [
    ["credit", "credit card"],
    ["mortgage", "mortgage"],
    ["student", "student"],
  ] as const)
    expect(liabilities[kind].map(({ account_id }) => account_id)).toEqual(
      accounts.filter((account) => account.subtype === subtype).map(({ account_id }) => account_id),
    );
  expect(liabilities.mortgage.length * liabilities.student.length).toBe(1);
  const [mortgage] = liabilities.mortgage;
  const some = await read(app, access_token, { account_ids: [mortgage?.account_id] });
  expect(some.liabilities).toEqual({ credit: [], mortgage: [mortgage], student: [] });
  expect(some.accounts).toHaveLength(1);
  const { item } = await app.call("/item/get", { access_token });
  expect(item).toMatchObject({ products: ["transactions", "liabilities"] });
  const checking = accounts.find(({ subtype }) => subtype === "checking")?.account_id;
  const options = { account_ids: [checking] };
  expect(await fetchCode(app, "/liabilities/get", { access_token, options })).toBe(
    "NO_LIABILITY_ACCOUNTS",
  );
  const { access_token: other } = await app.link("ins_109511", ["auth"]);
  expect(await fetchCode(app, "/liabilities/get", { access_token: other })).toBe(
    "PRODUCTS_NOT_SUPPORTED",
  );
});

test("stored terms answer while the institution is down, and their changes send DEFAULT_UPDATE", async () => {
  const app = await testApp();
  const receiver = await testReceiver();
  const { access_token } = await app.link("ins_109508", ["liabilities"], {
    webhook: receiver.url,
  });
  await app.runJobs();
  const before = await read(app, access_token);
  const ids = [before.liabilities.credit, before.liabilities.mortgage, before.liabilities.student]
    .flat()
    .map(({ account_id }) => account_id);
  expect(receiver.codes()).toEqual(["LIABILITIES:DEFAULT_UPDATE"]);
  const [first] = receiver.received;
  expect(new Set(first?.body.account_ids_with_new_liabilities as string[])).toEqual(new Set(ids));
  expect(first?.body.account_ids_with_updated_liabilities).toEqual({});
  // The card's payment is due on the 22nd of each month.
  app.advanceClock(9 * DAY);
  await app.runJobs();
  const changes = receiver.received[1]?.body.account_ids_with_updated_liabilities as object;
  const cards = before.liabilities.credit.map(({ account_id }) => account_id);
  expect(Object.keys(changes).toSorted()).toEqual(cards.toSorted());
  expect(Object.values(changes)[0]).toEqual([
    "last_payment_amount",
    "last_payment_date",
    "next_payment_due_date",
  ]);
  const after = await read(app, access_token);
  expect(after.liabilities).not.toEqual(before.liabilities);
  const connector = app.services.directory.connectorOf("ins_109508");
  vi.spyOn(connector, "liabilities").mockRejectedValue(new Fault("INSTITUTION_DOWN"));
  expect(await read(app, access_token)).toEqual(after);
});
