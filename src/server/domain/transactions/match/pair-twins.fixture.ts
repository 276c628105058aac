import { CHAINS, EMPLOYERS, PEOPLE, SUBSCRIPTIONS } from "./pair-merchants.fixture.ts";
import { findBill, type Kind, type Payment, tipped, type World } from "./pair-world.fixture.ts";

/** Scenarios in which several transactions have the same amount, at one merchant or several. */
export const TWINS: readonly Kind[] = [
  [
    "same amount twice a day",
    (world) => {
      const payment = world.payment();
      playAll(world, Array(world.int(2, 3)).fill(payment));
    },
  ],
  [
    "same amount twice a week",
    (world) => {
      const payment = world.payment();
      playAll(world, [payment, world.like(payment, { day: payment.day + world.int(1, 6) })]);
    },
  ],
  [
    "same amount again after the window",
    (world) => {
      const payment = world.payment();
      const later = world.like(payment, { day: payment.day + world.int(10, 16) });
      playAll(world, [payment, later], 0.1);
    },
  ],
  [
    "subscriptions of one amount",
    (world) => {
      const merchants = [...SUBSCRIPTIONS];
      world.shuffle(merchants);
      const first = world.payment({ cents: world.pick([499, 999, 1099, 1299]), store: null });
      playAll(
        world,
        merchants
          .slice(0, 2)
          .map((merchant) => world.like(first, { merchant, day: first.day + world.int(0, 2) })),
      );
    },
  ],
  [
    "payroll of each week",
    (world) => {
      const first = world.payment({
        merchant: `${world.pick(EMPLOYERS)} Payroll`,
        cents: -world.int(40_000, 400_000),
        cardless: true,
        store: null,
      });
      const weeks = [0, 7, 14].map((days) => world.like(first, { day: first.day + days }));
      for (const [index, week] of weeks.entries())
        if (index < 1) world.settle(week);
        else if (world.chance(0.7)) world.post(week, world.hold(week), { slip: world.int(0, 1) });
    },
  ],
  [
    "instalments of one amount",
    (world) => {
      const first = world.payment({ merchant: `Klarna ${world.payment().merchant}`, store: null });
      const parts = [0, 7, 14, 21].map((days) => world.like(first, { day: first.day + days }));
      for (const part of parts.slice(0, 2)) world.settle(part);
      for (const part of parts.slice(2)) world.post(part, world.hold(part));
    },
  ],
  [
    "cash of one amount on consecutive days",
    (world) => {
      const cents = world.pick([2_000, 4_000, 10_000, 20_000]);
      const first = world.payment({
        merchant: "ATM Withdrawal",
        cents,
        cardless: true,
        store: null,
      });
      const days = Array.from({ length: world.int(1, 3) }, (_, day) => first.day + day);
      playAll(
        world,
        days.map((day) => world.like(first, { day })),
      );
      if (world.chance(0.4))
        world.post(world.like(first, { merchant: "ATM Fee", cents: 300 }), null);
    },
  ],
  [
    "cheques of one amount",
    (world) => {
      const number = world.int(1_001, 4_800);
      const cheques = [0, 1, 2].slice(0, world.int(1, 3)).map((step) => `${number + step}`);
      const word = world.pick(["Check", "Cheque"]);
      const isNumbered = world.chance(0.6);
      const first = world.payment({ cents: world.int(20, 900) * 100, cardless: true, store: null });
      for (const cheque of cheques) {
        const paid = world.like(first, {
          merchant: isNumbered ? `${word} ${cheque}` : word,
          cheque,
        });
        const held = world.chance(0.85) ? world.hold(paid) : null;
        if (world.chance(0.75)) world.post(paid, held, { slip: world.int(0, 5) });
      }
    },
  ],
  [
    "transfers in and out",
    (world) => {
      const out = world.payment({
        merchant: "Online Transfer to Savings",
        cardless: true,
        store: null,
        account: "checking",
      });
      const back = { merchant: "Online Transfer from Savings", cents: -out.cents };
      const account = world.pick(["checking", "savings"]);
      playAll(
        world,
        [out, world.like(out, { ...back, account, day: out.day + world.int(0, 2) })],
        0.35,
      );
    },
  ],
  [
    "payments to people of one amount",
    (world) => {
      const service = world.pick(["Zelle to", "VENMO", "PAYPAL *", "Mobile Transfer"]);
      const people = [...PEOPLE];
      world.shuffle(people);
      const first = world.payment({ cents: world.int(1, 20) * 1_000, cardless: true, store: null });
      playAll(
        world,
        people.slice(0, 2).map((person) => world.like(first, { merchant: `${service} ${person}` })),
        0.35,
      );
    },
  ],
  [
    "same payment in two accounts",
    (world) => {
      const payment = world.payment({ account: "checking" });
      playAll(world, [payment, world.like(payment, { account: "card" })], 0.3);
      if (world.chance(0.4)) world.post(world.like(payment, { account: "joint" }), null);
    },
  ],
  [
    "same amount in two currencies",
    (world) => {
      const payment = world.payment({ currency: "EUR" });
      playAll(world, [payment, world.like(payment, { currency: "USD" })], 0.3);
      if (world.chance(0.4)) world.post(world.like(payment, { currency: "CHF" }), null);
    },
  ],
  [
    "reordered lists",
    (world) => {
      const first = world.payment();
      const others = Array.from({ length: world.int(1, 4) }, () =>
        world.payment({ account: first.account }),
      );
      playAll(world, [first, ...(world.chance(0.6) ? [first] : []), ...others], 0.1);
    },
  ],
  [
    "two merchants behind one processor",
    (world) => {
      const one = world.payment({ store: null });
      const other = world.like(one, { merchant: world.payment().merchant });
      const held = world.hold(one, "processor");
      if (world.chance(0.5)) world.post(one, held, { style: "processor" });
      else world.post(other, null, { style: world.pick(["processor", "place"]) });
    },
  ],
  [
    "crowd of two merchants and two amounts",
    (world) => {
      const first = findBill(world);
      const merchants = [first.merchant, world.payment().merchant];
      const amounts = [first.cents, tipped(world, first, 0, 30)];
      const crowd = Array.from({ length: world.int(3, 6) }, () =>
        world.like(first, {
          merchant: world.pick(merchants),
          cents: world.pick(amounts),
          day: first.day + world.int(0, 6),
          store: null,
        }),
      );
      playAll(world, crowd);
    },
  ],
  [
    "two shops of a chain",
    (world) => {
      const one = world.payment({ merchant: world.pick(CHAINS), store: world.digits(4) });
      const other = world.like(one, { store: world.digits(4) });
      const held = world.hold(one);
      const isBoth = world.chance(0.6);
      if (isBoth && world.chance(0.7)) world.post(one, held);
      world.post(other, isBoth ? world.hold(other) : null);
    },
  ],
];

/** Each payment is held and posted, held and dropped, settled, or posted without a hold. */
const playAll = (world: World, payments: readonly Payment[], dropShare = 0.2): void => {
  for (const payment of payments) {
    if (world.chance(0.15)) world.settle(payment, world.chance(0.4));
    else if (world.chance(0.1)) world.post(payment, null);
    else {
      const held = world.hold(payment);
      if (!world.chance(dropShare)) world.post(payment, held);
    }
  }
};
