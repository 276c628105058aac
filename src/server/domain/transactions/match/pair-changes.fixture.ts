import { MERCHANTS } from "./pair-merchants.fixture.ts";
import {
  findBill,
  type Kind,
  type Payment,
  type Style,
  tipped,
  type World,
} from "./pair-world.fixture.ts";

/**
 * A scenario in which the bank writes the merchant in a certain style, once posted or while
 * pending.
 */
const written = (kind: string, posted: Style, names = /./, pending: Style = "clean"): Kind => {
  const merchants = MERCHANTS.filter((merchant) => names.test(merchant));
  const play = (world: World): void => {
    const payment = world.payment({ merchant: world.pick(merchants) });
    const [first, then] = world.chance(0.8) ? [pending, posted] : [posted, pending];
    world.post(payment, world.hold(payment, first), { style: then });
  };
  return [kind, play];
};

/** Scenarios in which the bank rewrites a pending transaction when it posts. */
export const CHANGES: readonly Kind[] = [
  [
    "id changes only",
    (world) => {
      const payment = world.payment();
      world.post(payment, world.hold(payment, "clean"), { slip: 0, style: "clean" });
    },
  ],
  [
    "id stays",
    (world) => {
      const payment = world.payment();
      const held = world.hold(payment);
      const { transaction_id } = held;
      world.post(payment, held, { transaction_id, cents: tipped(world, payment, 0, 60) });
    },
  ],
  [
    "date slips by 1 to 8 days",
    (world) => {
      const payment = world.payment();
      world.post(payment, world.hold(payment), { slip: world.int(1, 8) });
    },
  ],
  [
    "date is a day earlier",
    (world) => {
      const payment = world.payment();
      world.post(payment, world.hold(payment), { slip: -1 });
    },
  ],
  [
    "tip up to 40 %",
    (world) => {
      const payment = findBill(world);
      world.post(payment, world.hold(payment), { cents: tipped(world, payment, 1, 40) });
    },
  ],
  [
    "tip above 40 %",
    (world) => {
      const payment = findBill(world);
      world.post(payment, world.hold(payment), { cents: tipped(world, payment, 41, 70) });
    },
  ],
  [
    "tip, and a second bill the same evening",
    (world) => {
      const first = findBill(world);
      const cents = world.chance(0.5) ? tipped(world, first, 1, 45) : world.int(400, first.cents);
      for (const payment of [first, world.like(first, { cents })]) {
        const held = world.hold(payment);
        if (world.chance(0.8))
          world.post(payment, held, {
            cents: tipped(world, payment, 0, 40),
            slip: world.int(0, 3),
          });
      }
    },
  ],
  written("descriptor in upper case", "upper"),
  written("descriptor cut after 22 characters", "cut", /.{9}/),
  written("descriptor behind a processor", "processor"),
  written("descriptor with city and state", "place"),
  written("descriptor with a reference number", "reference"),
  written("descriptor behind the bank's words", "bank"),
  written("descriptor without accents", "unaccented", /[^ -~]/),
  written("descriptor transliterated", "transliterated", /[äöüøåł]/i),
  written("descriptor unreadable", "unreadable", /[^ -~]/),
  written("descriptor a generic word", "generic"),
  written("descriptor of other words on both lists", "reference", /./, "bank"),
  [
    "generic word, and another pending one of the amount",
    (world) => {
      const one = world.payment();
      const other = world.payment({
        ...one,
        merchant: world.payment().merchant,
        day: one.day + world.int(-2, 4),
      });
      for (const payment of [one, other]) {
        const held = world.hold(payment);
        if (world.chance(0.6))
          world.post(payment, held, { style: world.chance(0.6) ? "generic" : "upper" });
      }
    },
  ],
  [
    "posted ones under other ids",
    (world) => {
      const first = world.payment();
      const twin = world.like(first, { day: first.day + world.int(0, 5) });
      const all = [
        first,
        world.payment({ account: first.account }),
        ...(world.chance(0.5) ? [twin] : []),
      ];
      for (const payment of all) relist(world, payment, false);
    },
  ],
  [
    "pending ones under other ids",
    (world) => {
      const first = world.payment();
      relist(world, first, true);
      const twin = world.like(first, { day: first.day - world.int(0, 3) });
      if (world.chance(0.6)) world.post(twin, world.hold(twin), { slip: world.int(0, 3) });
    },
  ],
];

/** Lists a payment unchanged under another id. */
const relist = (world: World, payment: Payment, pending: boolean): void => {
  const held = world.hold(payment);
  held.pending = pending;
  world.post(payment, held, { slip: 0, pending, style: "upper" });
};
