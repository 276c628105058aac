import type { AppItem } from "../app-item.ts";
import type { Application } from "../application.ts";
import type { Bank } from "../bank.ts";
import type { Part, PartContext } from "./part.ts";
import { pickItem } from "./part.ts";

const HOUR_MS = 3_600_000;

type Asked = { before: ReadonlyMap<string, number>; since: number };
type Made = {
  application: Application;
  item: AppItem;
  bank: Bank;
  id: string;
  token: string;
  /** The accounts' latest balances before the request. */
  asked: Asked;
  /** The account that was excluded on purpose. */
  excluded?: string;
  /** The report's content in the first response. */
  content: string | null;
  isGone: boolean;
};
type Report = {
  asset_report_id: string;
  items: {
    item_id: string;
    accounts: {
      account_id: string;
      name: string;
      mask: string | null;
      transactions: { original_description: string | null; amount: number }[];
    }[];
  }[];
};

/**
 * Asset Reports: each belongs to its Item, never changes, is announced by a webhook, and ends with
 * its removal.
 */
export const createAssetReports = ({ world, applications, accountRule }: PartContext): Part => {
  const draw = world.draw("asset reports");
  const reports: Made[] = [];

  const keep = (from: Omit<Made, "id" | "token" | "content" | "isGone">, body: object): void => {
    const { asset_report_id: id, asset_report_token: token } = body as Record<string, unknown>;
    const made = { id: String(id), token: String(token), content: null, isGone: false };
    reports.push({ ...from, ...made });
  };

  const begin = (): Asked => ({ before: accountRule.begin(), since: world.now() });

  const create = async (): Promise<void> => {
    const picked = pickItem(draw, applications);
    if (!picked) return;
    const { application, item } = picked;
    const asked = begin();
    const answer = await application.call("/asset_report/create", {
      ...{ access_tokens: [item.token], days_requested: draw.between(0, 60) },
      options: { webhook: `https://${application.name}.example/hook` },
    });
    if (answer?.status === 200) keep({ ...picked, asked }, answer.body);
  };

  const refresh = async (made: Made): Promise<void> => {
    const asked = begin();
    const answer = await made.application.call("/asset_report/refresh", {
      asset_report_token: made.token,
    });
    if (answer?.status === 200) keep({ ...made, asked }, answer.body);
  };

  const remove = async (made: Made): Promise<void> => {
    made.isGone = true;
    const body = { asset_report_token: made.token };
    if ((await made.application.call("/asset_report/remove", body))?.status !== 200) return;
    const again = await made.application.call("/asset_report/get", body);
    world.require(
      again === null || again.status !== 200,
      () => `the Asset Report ${made.id} is read after its removal`,
    );
  };

  /** Creates an audit copy of a report and reads it. The copy ends with its own removal. */
  const audit = async (made: Made): Promise<void> => {
    const { application, id, token, content } = made;
    const auditor = draw.pick(applications);
    const created = await application.call("/asset_report/audit_copy/create", {
      ...{ asset_report_token: token, auditor_id: auditor.keys.client_id },
    });
    if (created?.status !== 200) return;
    const copy = { audit_copy_token: created.body.audit_copy_token };
    const wasGone = made.isGone;
    const answer = await auditor.call("/asset_report/audit_copy/get", copy);
    const say = (what: string) => () => `an audit copy of the Asset Report ${id}: ${what}`;
    world.require(answer?.status !== 200 || !wasGone, say("it outlives the report"));
    world.require(
      answer?.status !== 200 || content === null || JSON.stringify(answer.body.report) === content,
      say("it is another report"),
    );
    const other = applications.find((each) => each !== auditor && each !== application);
    const foreign = await other?.call("/asset_report/audit_copy/get", copy);
    world.require(foreign?.status !== 200, say(`${other?.name} reads it`));
    const removed = await application.call("/asset_report/audit_copy/remove", copy);
    if (removed?.status !== 200) return;
    const again = await auditor.call("/asset_report/audit_copy/get", copy);
    world.require(again?.status !== 200, say("it is read after its removal"));
  };

  /** Creates a report without one account of another report. */
  const filter = async (made: Made): Promise<void> => {
    const { application, token, content } = made;
    if (content === null) return;
    const { items } = JSON.parse(content) as Report;
    const ids = items.flatMap(({ accounts }) => accounts.map(({ account_id }) => account_id));
    if (ids.length === 0) return;
    const excluded = draw.pick(ids);
    const answer = await application.call("/asset_report/filter", {
      ...{ asset_report_token: token, account_ids_to_exclude: [excluded] },
    });
    if (answer?.status === 200) keep({ ...made, excluded }, answer.body);
  };

  /** Reads a report. Returns the error code while there is no report. */
  const read = async (made: Made, reader = made.application): Promise<unknown> => {
    const answer = await reader.call("/asset_report/get", { asset_report_token: made.token });
    if (!answer) return null;
    if (answer.status !== 200) return answer.body.error_code;
    world.require(
      reader === made.application,
      () => `${reader.name} reads an Asset Report of ${made.application.name}`,
    );
    const { report, warnings } = answer.body as { report: Report; warnings: unknown[] };
    const text = JSON.stringify(report);
    world.require(
      made.content === null || made.content === text,
      () => `the Asset Report ${made.id} has changed`,
    );
    // A report with unreadable sources has a warning.
    if (made.content === null && warnings.length === 0) check(made, report);
    made.content = text;
    return null;
  };

  const check = ({ id, item, bank, asked, excluded }: Made, report: Report): void => {
    const say = (what: string) => () => `the Asset Report ${id} of ${item.itemId}: ${what}`;
    const [own, ...others] = report.items;
    world.require(
      report.asset_report_id === id && others.length === 0 && own?.item_id === item.itemId,
      say("it is about another Item"),
    );
    const accounts = own?.accounts ?? [];
    world.require(
      accounts.every(({ account_id }) => account_id !== excluded),
      say("it has the account that it was to leave out"),
    );
    accountRule.check(item, "/asset_report/get", { accounts }, asked);
    const { ledger } = bank.customerOf(item.username);
    const booked = new Map([...ledger.values()].map((row) => [row.name as string, row]));
    for (const { name, transactions } of accounts)
      for (const { original_description: text, amount } of transactions) {
        const row = booked.get(text ?? "");
        world.require(
          !row || (row.accountKey === name && row.amount === amount),
          say(`${text} is of another account or amount than at the bank`),
        );
      }
  };

  return {
    name: "asset reports",
    meanMs: 20 * HOUR_MS,
    act: async () => {
      const live = reports.filter(({ isGone, item }) => !isGone && !item.isUnclear);
      if (live.length === 0 || draw.chance(0.35)) return create();
      const made = draw.pick(live);
      const share = draw.unit();
      if (share < 0.15) await remove(made);
      else if (share < 0.3) await refresh(made);
      else if (share < 0.4) await audit(made);
      else if (share < 0.5) await filter(made);
      else if (share < 0.55)
        await made.application.call("/asset_report/pdf/get", { asset_report_token: made.token });
      else await read(made, share < 0.65 ? draw.pick(applications) : made.application);
    },
    checkLast: async () => {
      for (const made of reports) {
        if (made.isGone) continue;
        const code = await read(made);
        world.require(
          code !== "ASSET_REPORT_NOT_READY",
          () => `the Asset Report ${made.id} is never ready`,
        );
        const told = [...made.application.received.values()].some((body) => body.includes(made.id));
        world.require(
          told || code === "INVALID_ASSET_REPORT_TOKEN",
          () => `${made.application.name} was never told about the Asset Report ${made.id}`,
        );
      }
    },
  };
};
