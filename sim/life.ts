import { createDirectory } from "../src/server/domain/connectors/directory.ts";
import type { Usage, UsageBatch } from "../src/server/domain/limits/usage.ts";
import {
  countRequests,
  type RequestCounter,
} from "../src/server/domain/outages/request-counter.ts";
import type { Services } from "../src/server/domain/services.ts";
import { createVault } from "../src/server/domain/vault.ts";
import { readMasterKeys } from "../src/server/host/data-folder/master-key.ts";
import { createAccountRule } from "./account-rule.ts";
import { createAdministrator } from "./administrator.ts";
import { type Application, createApplication } from "./application.ts";
import { createAuditRule } from "./audit-rule.ts";
import { createBank } from "./bank.ts";
import { createDeadlyJobs } from "./deadly-jobs.ts";
import { openDemoBank } from "./demo-bank.ts";
import { runErrand } from "./errands.ts";
import { boot, type Instance, type Platform } from "./instance.ts";
import { createJobRule } from "./job-rule.ts";
import { readAll } from "./last-reader.ts";
import { createMailbox } from "./mailbox.ts";
import { createNetwork } from "./network.ts";
import { createOperator } from "./operator.ts";
import { withFilesInProcess } from "./parts/files.ts";
import { createParts } from "./parts/index.ts";
import type { Person } from "./person.ts";
import { type openPlatform, registerClients } from "./platform.ts";
import { createPolls } from "./polls.ts";
import { createStateReach } from "./reach.ts";
import { receiverOf } from "./receiver.ts";
import { createRemovalRule } from "./removals.ts";
import { createRules } from "./rules.ts";
import { createSealedTextRule } from "./sealed-texts.ts";
import { createSessions } from "./sessions.ts";
import { createSubmissionRule } from "./submissions.ts";
import { createValueReader } from "./value-reader.ts";
import { createValueRule } from "./value-rule.ts";
import type { World } from "./world.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;

/** The days without faults, until all retries must have ended. */
const PEACE_DAYS = 3;

/** The days after those with faults: days of peace, and a day of final reads. */
export const END_DAYS = PEACE_DAYS + 1;

/** The share of seeds with a person at the demo bank, which triples the time of a day. */
const SHARE_AT_DEMO_BANK = 1 / 16;

/** The fewest and the most people of a seed. */
const PEOPLE = [2, 4] as const;

const PROCESSES = [
  ["server", "server-1"],
  ["server", "server-2"],
  ["worker", "worker-1"],
  ["worker", "worker-2"],
] as const;

export type Life = {
  days: number;
  people?: number;
  /** Whether the life ends with days without faults, after which no work may be left. */
  hasEnd?: boolean;
  /** Whether a person is at the demo bank, over the data API's HTTP; drawn by default. */
  hasDemoBank?: boolean | undefined;
  /** Called after each simulated day with its number. */
  onDay?: (day: number) => void;
  /** Called after each simulated quarter of an hour, and awaited. */
  onQuarter?: () => Promise<void>;
};

/** Simulates all actors for some days, and then days of peace, after which no work may be left. */
export const live = async (
  world: World,
  { settings, database, reader }: Awaited<ReturnType<typeof openPlatform>>,
  { days, people: wanted, hasEnd = true, hasDemoBank, onDay = () => undefined, onQuarter }: Life,
): Promise<void> => {
  const { scheduler } = world;
  const ruleDraw = world.draw("rules");
  const rules = createRules(world, reader, () =>
    createVault(readMasterKeys(shared.settings, ruleDraw.bytes, false), ruleDraw.bytes),
  );
  const checkAudit = createAuditRule(world, reader);
  const jobRule = createJobRule(world);
  const deadlyJobs = createDeadlyJobs(world);
  const accountRule = createAccountRule(world);
  const valueReader = createValueReader(world, createValueRule(world));
  const reachStates = createStateReach(world, reader);
  const checkRemovals = createRemovalRule(world, reader);
  const draw = world.draw("life");
  const size = wanted ?? draw.between(...PEOPLE);
  const end = world.now() + days * DAY_MS;
  const instances = new Map<string, Instance>();
  const banks = [createBank(world, "ins_980001", "form"), createBank(world, "ins_980002", "site")];
  const isAtDemoBank = hasDemoBank ?? world.draw("demo bank").chance(SHARE_AT_DEMO_BANK);
  const demoBank = isAtDemoBank ? await openDemoBank(world) : null;
  const applications: Application[] = [];
  const mailbox = createMailbox(world);
  let isPeace = false;

  const prepare = (services: Services): void => {
    services.outboundHttp = receiverOf(world, (host) =>
      applications.find(({ name }) => host === `${name}.example`),
    );
    services.mailer = mailbox.mailer;
    services.directory = createDirectory([
      ...withFilesInProcess(services.directory.connectors, services),
      ...[
        ...banks.map(({ connector }) => connector),
        ...(demoBank ? [demoBank.connectorOf(services)] : []),
      ].map((connector) => countRequests(connector, services.requestCounter as RequestCounter)),
    ]);
  };
  const shared: Platform = {
    ...{ world, settings, database, prepare },
    onCall: (instance, label, args, answer) => {
      jobRule.called(label, args, answer);
      if (deadlyJobs.endClaimer(label, answer)) instance.die("its job");
      if (label === "jobs.claim") workers.look();
      if (label === "transact" || label === "audit.append") checkAudit();
      if (label !== "usage.add") return;
      rules.written(instance, args[0] as readonly Usage[], args[1] as UsageBatch);
      rules.checkUsage(args[0] as readonly Usage[]);
    },
    onDeath: (instance) => {
      rules.died(instance);
      const pause = isPeace ? 1000 : draw.between(500, 120_000);
      scheduler.at(world.now() + pause, "operator", null, () => relaunch(instance.name));
    },
  };
  /** A restarted worker is idle at once, since it claims nothing during its start. */
  const relaunch = (name: string) => launch(name).then(() => workers.look());
  const launch = async (name: string): Promise<void> => {
    const [kind] = PROCESSES.find(([, one]) => one === name) ?? [];
    if (!kind) throw new Error(`there is no process ${name}`);
    try {
      instances.set(name, await boot(kind, name, shared));
    } catch (cause) {
      if (scheduler.current() === undefined) throw cause;
      world.note(name, "process", "does not start");
      scheduler.at(world.now() + 5000, "operator", null, () => relaunch(name));
    }
  };
  const servers = () =>
    PROCESSES.flatMap(([kind, name]) => {
      const instance = instances.get(name);
      return kind === "server" && instance ? [instance] : [];
    });
  const submissions = createSubmissionRule(world);
  const network = createNetwork(world, servers, {
    asked: (request) => void [submissions, rules].map(({ asked }) => asked(request)),
    served: (instance, request, answer) => {
      submissions.served(request, answer);
      rules.served(instance, request, answer);
    },
  });

  const { linkOnce, askUser, openSessions } = createSessions(world, network);

  for (const [, name] of PROCESSES) await launch(name);
  for (const keys of await registerClients(instances.get("server-1")?.services, world)) {
    const name = `app-${applications.length + 1}`;
    const application: Application = createApplication(world, name, keys, network, {
      askUser: (item) => askUser(application, item),
      accountRule,
      removed: ({ username, bank }) =>
        void scheduler.at(world.now() + draw.around(2 * DAY_MS), username, null, async () => {
          if (!isPeace) await linkOnce(application, { username, bank }, null);
        }),
    });
    applications.push(application);
  }

  const people = Array.from(
    { length: size },
    // Each simulated bank has a customer; null is the sandbox.
    (_, at): Person => ({
      username: `person-${at}`,
      bank: banks[at] ?? draw.pick([...banks, null]),
    }),
  );
  if (demoBank) people.push({ username: "person-ada", bank: demoBank });
  /** Repeats an event at drawn times, until the days of peace. */
  const often = (name: string, meanMs: number, work: () => Promise<void> | void): void => {
    const next = () => {
      if (isPeace) return;
      scheduler.at(world.now() + draw.around(meanMs), name, null, async () => {
        if (isPeace) return;
        next();
        await work();
      });
    };
    next();
  };

  for (const person of people) {
    const link = () => linkOnce(draw.pick(applications), person, null);
    scheduler.at(world.now() + draw.between(0, DAY_MS), person.username, null, link);
    often(person.username, 45 * DAY_MS, link);
  }
  for (const application of applications)
    often(application.name, 12 * HOUR_MS, () =>
      runErrand(world, application, applications, { draw, valueReader }),
    );
  for (const bank of banks) {
    const customers = people.filter((person) => person.bank === bank);
    often(bank.institutionId, 8 * HOUR_MS, () => bank.happen(draw.pick(customers).username));
    often(bank.institutionId, 9 * DAY_MS, () => bank.endAccess(draw.pick(customers).username));
  }
  if (demoBank) often(demoBank.institutionId, 2 * DAY_MS, demoBank.err);
  const parts = createParts({
    ...{ world, network, applications, accountRule, rules, reader, shared },
    mails: mailbox.mails,
    people: people.map(({ username }) => username),
    servers: () => servers().filter(({ isDead }) => !isDead),
  });
  for (const { name, meanMs, act } of parts) often(name, meanMs, act);
  const administrator = createAdministrator(world, reader, () =>
    servers().filter(({ isDead }) => !isDead),
  );
  often("administrator", 2 * DAY_MS, () => administrator.act(applications));
  const operator = createOperator(world, {
    settings: () => shared.settings,
    configure: (next) => {
      shared.settings = next;
    },
    database,
    restartAll: () => {
      for (const instance of instances.values()) instance.die("restart");
    },
  });
  often("operator", 12 * DAY_MS, () => operator.rotateMasterKey());
  often("operator", 12 * DAY_MS, () => operator.update());
  often("clock", 2 * DAY_MS, () => {
    const instance = draw.pick([...instances.values()]);
    instance.skew = draw.chance(0.3) ? 0 : draw.between(-90_000, 90_000);
    world.note(instance.name, "clock", "jumps", String(instance.skew));
  });

  const workers = createPolls(world, reader, () => [...instances.values()]);
  const checkSealedTexts = createSealedTextRule(world, reader, () => shared.settings);
  const always = (ms: number, check: () => void): void =>
    void scheduler.at(world.now() + ms, "rules", null, () => {
      check();
      always(ms, check);
    });
  always(3 * HOUR_MS, () => {
    checkRemovals();
    reachStates();
  });
  always(DAY_MS, () => {
    retryCrashedJobs();
    checkSealedTexts();
    rules.checkAccesses(banks);
  });
  /** The operator retries a crashed job, which has to succeed in the end. */
  const retryCrashedJobs = (): void => {
    const server = servers().find(({ isDead }) => !isDead);
    if (!server) return;
    const { jobs } = server.services.store;
    scheduler.start("operator", server, async () => {
      for (const { jobId } of await jobs.deadLetters(100, true).catch(() => []))
        await jobs.revive(jobId, server.clock()).catch(() => false);
    });
  };
  const passDay = async (until: number, day: number): Promise<void> => {
    while (onQuarter && world.now() < until) {
      await scheduler.runUntil(Math.min(until, world.now() + QUARTER_MS), workers.wake);
      await onQuarter();
    }
    await scheduler.runUntil(until, workers.wake);
    onDay(day);
  };
  for (let day = 1; day <= days; day++) await passDay(end - (days - day) * DAY_MS, day);
  if (!hasEnd) return;
  isPeace = true;
  world.faults.cease();
  for (const bank of banks) bank.close();
  demoBank?.close();
  for (const instance of instances.values()) instance.skew = 0;
  world.note("life", "faults", "cease");
  for (let day = 1; day <= PEACE_DAYS; day++) await passDay(end + day * DAY_MS, days + day);
  world.require(openSessions.size === 0, () => `${[...openSessions].join(", ")} never ended`);

  let isChecked = false;
  scheduler.start("life", null, async () => {
    for (const application of applications)
      await readAll(world, application, { rules, accountRule, valueReader });
    for (const { checkLast } of parts) await checkLast?.();
    isChecked = true;
  });
  await scheduler.runUntil(end + END_DAYS * DAY_MS, workers.wake);
  world.require(isChecked, () => "the last readers never ended");
  rules.checkEnd(applications, banks);
};
