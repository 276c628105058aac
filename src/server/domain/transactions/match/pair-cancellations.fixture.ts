import { LOOKALIKES, NAMESAKES } from "./pair-merchants.fixture.ts";
import type { Kind, World } from "./pair-world.fixture.ts";

/** Scenarios in which a pending transaction disappears, splits, or posts with another amount. */
export const CANCELLATIONS: readonly Kind[] = [
  [
    "partial shipment",
    (world) => {
      const order = world.payment({ cents: world.int(3_000, 20_000) });
      const part = world.int(1_000, order.cents - 1_000);
      world.hold(order);
      const small = world.like(order, { cents: part });
      for (const cents of [part, order.cents - part])
        world.post(world.like(order, { cents, day: order.day + world.int(0, 3) }), null);
      if (world.chance(0.4)) world.post(small, world.hold(small));
    },
  ],
  [
    "split payment",
    (world) => {
      const whole = world.payment({ restaurant: true, cents: world.int(10, 100) * 200 });
      const halves = [0, 1].map(() => world.like(whole, { cents: whole.cents / 2 }));
      const isHeldWhole = world.chance(0.5);
      if (isHeldWhole) world.hold(whole);
      for (const half of halves) world.post(half, isHeldWhole ? null : world.hold(half));
    },
  ],
  [
    "two pending ones posted as their sum",
    (world) => {
      const first = world.payment();
      const second = world.like(first, { cents: world.int(200, Math.max(200, first.cents)) });
      world.hold(first);
      world.hold(second);
      world.post(world.like(first, { cents: first.cents + second.cents }), null);
    },
  ],
  [
    "cancelled, and bought at another merchant",
    (world) => {
      const cancelled = world.payment();
      const day = cancelled.day + world.int(0, 4);
      const bought = world.like(cancelled, {
        merchant: world.payment().merchant,
        store: null,
        day,
      });
      world.hold(cancelled);
      world.post(bought, world.chance(0.5) ? world.hold(bought) : null, {
        style: world.pick(["upper", "place", "processor", "reference"]),
      });
    },
  ],
  [
    "cancelled, and bought again at the merchant",
    (world) => {
      const cancelled = world.payment();
      const again = world.like(cancelled, { day: cancelled.day + world.int(0, 4) });
      world.hold(cancelled);
      // Only the authorization distinguishes a second purchase that was never listed as pending.
      if (world.chance(0.5)) world.post(again, world.hold(again));
      else world.post(again, null, { authorizedDay: again.day });
    },
  ],
  [
    "cancelled, and the next week's is posted",
    (world) => {
      const cancelled = world.payment({ cardless: true });
      const next = world.like(cancelled, { day: cancelled.day + 7 });
      world.hold(cancelled);
      if (world.chance(0.5)) world.settle(world.like(cancelled, { day: cancelled.day - 7 }));
      world.post(next, world.chance(0.5) ? world.hold(next) : null, {
        authorizedDay: next.day,
        slip: 0,
      });
    },
  ],
  [
    "dropped next to its posted twin",
    (world) => {
      const payment = world.payment();
      world.settle(world.like(payment, { day: payment.day - world.int(0, 1) }));
      world.hold(payment);
    },
  ],
  [
    "refund next to the purchase",
    (world) => {
      const bought = world.payment();
      const refund = world.like(bought, {
        cents: -bought.cents,
        day: bought.day + world.int(0, 5),
      });
      world.post(bought, world.hold(bought));
      world.post(refund, world.chance(0.4) ? world.hold(refund) : null);
    },
  ],
  [
    "dropped, and refunded",
    (world) => {
      const bought = world.payment();
      world.hold(bought);
      world.post(
        world.like(bought, { cents: -bought.cents, day: bought.day + world.int(0, 5) }),
        null,
      );
    },
  ],
  [
    "refund and another purchase",
    (world) => {
      const bought = world.payment();
      const days = [world.int(0, 3), world.int(1, 6)];
      const refund = world.like(bought, { cents: -bought.cents, day: bought.day + (days[0] ?? 0) });
      const again = world.like(bought, { day: bought.day + (days[1] ?? 0) });
      const held = world.hold(bought);
      if (world.chance(0.8)) world.post(bought, held);
      world.post(refund, world.chance(0.5) ? world.hold(refund) : null);
      world.post(again, world.chance(0.6) ? world.hold(again) : null, { authorizedDay: again.day });
    },
  ],
  [
    "fuel preauthorization",
    (world) => {
      const merchant = world.pick(["Chevron", "Shell", "BP", "Repsol", "Orlen", "Engen", "Galp"]);
      const cents = world.pick([100, 100, 5_000, 10_000, 15_000]);
      const fuel = world.payment({ merchant, cents, currency: "USD" });
      for (let times = world.int(1, 2); times > 0; times--)
        world.post(fuel, world.hold(fuel), {
          cents: world.int(1_800, 11_000),
          slip: world.int(0, 3),
        });
    },
  ],
  [
    "hotel preauthorization",
    (world) => {
      const merchant = world.pick([
        "Hotel Adlon",
        "Marriott",
        "Motel 6",
        "ibis Wrocław",
        "東横イン",
      ]);
      const stay = world.payment({ merchant, cents: world.int(80, 600) * 100, currency: "EUR" });
      const cents = Math.round((stay.cents * world.int(60, 180)) / 100);
      world.post(stay, world.hold(stay), { cents, slip: world.int(1, 8) });
      if (world.chance(0.3)) world.hold(stay);
    },
  ],
  [
    "card verification",
    (world) => {
      const verified = world.payment({ cents: 100 });
      world.hold(verified);
      world.post(world.like(verified, { cents: world.int(500, 9_000) }), null);
    },
  ],
  [
    "foreign currency",
    (world) => {
      const bought = world.payment({ currency: "EUR", cents: world.int(1_000, 40_000) });
      const held = world.hold(bought);
      const cents = Math.round(bought.cents * (1 + world.int(-300, 300) / 10_000));
      if (world.chance(0.2)) world.post(world.like(bought, { currency: "CHF" }), held, { cents });
      else if (world.chance(0.75)) world.post(bought, held, { cents });
      else
        world.post(
          world.like(bought, { cents, merchant: world.payment().merchant, store: null }),
          null,
        );
      if (world.chance(0.3))
        world.post(
          world.like(bought, { merchant: "Foreign Transaction Fee", cents: 150, store: null }),
          null,
        );
    },
  ],
  ["dropped, and a similar name", (world) => playNames(world, world.pick(LOOKALIKES))],
  ["dropped, and a common word", (world) => playNames(world, world.pick(NAMESAKES))],
  [
    "dropped, and posted outside the window",
    (world) => {
      const dropped = world.payment();
      world.hold(dropped);
      const days = world.chance(0.6) ? world.int(9, 14) : world.int(-6, -2);
      world.post(world.like(dropped, { day: dropped.day + days }), null, { slip: 0 });
    },
  ],
  [
    "dropped, and posted with less, or more than a tip",
    (world) => {
      const dropped = world.payment({ restaurant: true, cents: world.int(10, 200) * 100 });
      world.hold(dropped);
      const percent = world.pick([world.int(41, 70), world.int(41, 45), -world.int(1, 30)]);
      world.post(
        world.like(dropped, { cents: Math.ceil(dropped.cents * (1 + percent / 100)) }),
        null,
      );
    },
  ],
];

/** A payment at one merchant is dropped or posted, while another merchant has the same amount. */
const playNames = (world: World, names: readonly [string, string]): void => {
  const [merchant = "", other = ""] = world.chance(0.5) ? names : names.toReversed();
  const dropped = world.payment({ merchant, store: null });
  const held = world.hold(dropped);
  if (world.chance(0.25)) world.post(dropped, held);
  const isToday = world.chance(0.3);
  world.post(world.like(dropped, { merchant: other, day: dropped.day + (isToday ? 0 : 3) }), null, {
    slip: 0,
  });
};
