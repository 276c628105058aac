import { REPORT_PRODUCTS } from "../../src/protocol/vocabulary.ts";
import type { Application } from "../application.ts";
import type { Part, PartContext } from "./part.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The maximum difference between two processes' clocks, in ms. */
const CLOCKS_MS = 200_000;

const PURPOSE = { consumer_report_permissible_purpose: "ACCOUNT_REVIEW_CREDIT" };

/** The paths of a report. */
const PATHS = ["base_report", "income_insights", "network_insights", "cashflow_insights"];

/** An application's user with sandbox Items. */
type Owner = {
  application: Application;
  name: string;
  userId: string;
  /** How many reports were asked for, for sure. */
  asked: number;
  /** The text of each report by its id and path. */
  contents: Map<string, string>;
  subscription: string | null;
  isGone: boolean;
};

type Report = {
  report_id: string;
  /** The report's creation time has two names. */
  date_generated?: string;
  generated_time?: string;
  items?: { item_id: string }[];
};

/**
 * Consumer reports: each concerns its user's Items, never changes, is announced by a webhook, and
 * ends after a day. The cash flow of a user is readable as long as the user exists.
 */
export const createConsumerReports = ({ world, applications }: PartContext): Part => {
  const draw = world.draw("consumer reports");
  const owners: Owner[] = [];
  let names = 0;

  const create = async (): Promise<void> => {
    const application = draw.pick(applications);
    const name = `applicant-${++names}`;
    const answer = await application.call("/user/create", {
      ...{ client_user_id: name, with_upgraded_user: true, identity: toIdentity(name) },
    });
    if (!answer || answer.status >= 300) return;
    const userId = String(answer.body.user_id);
    const owner = { application, name, userId, asked: 0, contents: new Map() };
    owners.push({ ...owner, subscription: null, isGone: false });
    application.userIds.set(name, userId);
    await link({ application, name, userId });
  };

  const link = async ({
    application,
    name,
    userId,
  }: Pick<Owner, "application" | "name" | "userId">) => {
    const began = world.now();
    const answer = await application.call("/sandbox/public_token/create", {
      ...{ institution_id: draw.pick(["ins_109508", "ins_109509"]), user_id: userId },
      ...{ initial_products: ["transactions"] },
      options: { webhook: hookOf(application) },
    });
    if (answer?.status !== 200) return;
    const person = { username: name, bank: null };
    await application.exchange(String(answer.body.public_token), person, began);
  };

  const order = async (owner: Owner): Promise<void> => {
    const { application, userId } = owner;
    const answer = await application.call("/cra/check_report/create", {
      ...{ user_id: userId, webhook: hookOf(application), ...PURPOSE },
      days_requested: draw.between(1, 400),
      products: REPORT_PRODUCTS.filter(() => draw.chance(0.6)).concat("cra_base_report"),
    });
    if (answer?.status === 200) owner.asked++;
  };

  /** Reads a report. Returns the error code while there is no report. */
  const read = async (owner: Owner, path = draw.pick(PATHS)): Promise<unknown> => {
    const { application, userId, name } = owner;
    const whole = `/cra/check_report/${path}/get`;
    const since = world.now();
    const wasGone = owner.isGone;
    const answer = await application.call(whole, { user_id: userId });
    if (answer?.status !== 200) return answer?.body.error_code ?? null;
    const { report_id: id, items, ...times } = answer.body.report as Report;
    const date = times.date_generated ?? times.generated_time ?? "";
    const say = (what: string) => () => `${whole} of ${name}: ${what}`;
    world.require(!wasGone, say("it is read after the removal of its user"));
    world.require(
      since - Date.parse(date) <= DAY_MS + 2 * CLOCKS_MS,
      say(`it is read after a day, from ${date}`),
    );
    const own = new Map(application.items.map((item) => [item.itemId, item.username]));
    const foreign = items?.find(({ item_id }) => (own.get(item_id) ?? name) !== name);
    world.require(foreign === undefined, say(`it has the Item ${foreign?.item_id}`));
    const text = JSON.stringify(answer.body.report);
    const before = owner.contents.get(`${id} ${path}`);
    world.require(before === undefined || before === text, say(`the report ${id} has changed`));
    owner.contents.set(`${id} ${path}`, text);
    return null;
  };

  const print = ({ application, userId }: Owner) =>
    application.call("/cra/check_report/pdf/get", { user_id: userId });

  const subscribe = async (owner: Owner): Promise<void> => {
    const { application, userId, subscription } = owner;
    if (subscription !== null && draw.chance(0.4)) {
      owner.subscription = null;
      await application.call("/cra/monitoring_insights/unsubscribe", {
        subscription_id: subscription,
      });
      return;
    }
    const answer = await application.call("/cra/monitoring_insights/subscribe", {
      ...{ user_id: userId, webhook: hookOf(application) },
    });
    if (answer?.status === 200) owner.subscription = String(answer.body.subscription_id);
  };

  /** Reads the current cash flow, and sometimes changes it before. */
  const monitor = async ({ application, userId, name }: Owner): Promise<void> => {
    if (draw.chance(0.4))
      await application.call("/sandbox/cra/cashflow_updates/update", { user_id: userId });
    const answer = await application.call("/cra/monitoring_insights/get", {
      ...{ user_id: userId, ...PURPOSE },
    });
    if (answer?.status !== 200) return;
    const { items } = answer.body as { items: { item_id: string }[] };
    const own = new Map(application.items.map((item) => [item.itemId, item.username]));
    const foreign = items.find(({ item_id }) => (own.get(item_id) ?? name) !== name);
    world.require(
      foreign === undefined,
      () => `the cash flow of ${name} is read from the Item ${foreign?.item_id}`,
    );
  };

  /** Changes a part of the identity, and keeps the other parts. */
  const change = async ({ application, userId, name }: Owner): Promise<void> => {
    const emails = [{ data: `${name}-${draw.between(1, 99)}@mail.example`, primary: true }];
    const answer = await application.call("/user/update", {
      ...{ user_id: userId, identity: { emails } },
    });
    const shown = await application.call("/user/get", { user_id: userId });
    if (answer?.status !== 200 || shown?.status !== 200) return;
    world.require(
      JSON.stringify(shown.body).includes(toIdentity(name).name.family_name),
      () => `the identity of ${name} loses a part by the change of another one`,
    );
  };

  const end = async (owner: Owner): Promise<void> => {
    const { application, userId, name } = owner;
    if (draw.chance(0.5)) {
      await application.call("/user/products/terminate", { user_id: userId });
      return;
    }
    owner.isGone = true;
    application.userIds.delete(name);
    application.removedUsers.add(name);
    const answer = await application.call("/user/remove", { user_id: userId });
    if (answer?.status === 200) await read(owner);
  };

  const act = async (owner: Owner): Promise<void> => {
    const share = draw.unit();
    if (share < 0.25) await order(owner);
    else if (share < 0.6) await read(owner);
    else if (share < 0.65) await print(owner);
    else if (share < 0.75) await subscribe(owner);
    else if (share < 0.87) await monitor(owner);
    else if (share < 0.92) await change(owner);
    else if (share < 0.96) await link(owner);
    else await end(owner);
  };

  const checkTold = ({ application, name, userId, asked }: Owner): void => {
    const told = [...application.received.values()].some(
      (body) => body.includes(userId) && body.includes("CHECK_REPORT"),
    );
    world.require(told || asked === 0, () => `${application.name} never hears of ${name}'s report`);
  };

  return {
    name: "consumer reports",
    meanMs: 15 * HOUR_MS,
    act: async () => {
      const live = owners.filter(({ isGone, application }) => !isGone && !application.isRemoved);
      if (live.length === 0 || draw.chance(0.12)) return create();
      await act(draw.pick(live));
    },
    checkLast: async () => {
      for (const owner of owners) {
        if (owner.isGone || owner.application.isRemoved) continue;
        const code = await read(owner, "base_report");
        world.require(
          code !== "PRODUCT_NOT_READY",
          () => `the report of ${owner.name} is never ready`,
        );
        checkTold(owner);
      }
    },
  };
};

const hookOf = ({ name }: Application): string => `https://${name}.example/hook`;

const toIdentity = (name: string) => ({
  ...{ name: { given_name: "A", family_name: `Family of ${name}` }, date_of_birth: "1990-04-23" },
  emails: [{ data: `${name}@mail.example`, primary: true }],
  phone_numbers: [{ data: "+14155550010", primary: true }],
  addresses: [
    {
      ...{ street_1: "1 Main Street", city: "San Francisco", region: "CA", country: "US" },
      ...{ postal_code: "94105", primary: true },
    },
  ],
});
