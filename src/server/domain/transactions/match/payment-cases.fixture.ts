import { ASKED, DAY, ONE, P, type PaymentCase, paymentCase } from "./payment-case.fixture.ts";

/** A case of each kind that docs/matching.md names. */
export const PAYMENT_CASES: readonly PaymentCase[] = [
  paymentCase(
    "numbers of two shops",
    [[2, 71.2, "RIVERBEND FUEL 40118822", P]],
    [[5, 71.2, "RIVERBEND FUEL 40117319"]],
  ),
  paymentCase(
    "numbers with letters",
    [[2, 8.9, "TACO TOWER K2201", P]],
    [[3, 8.9, "TACO TOWER K2207"]],
  ),
  paymentCase(
    "numbers of invoices",
    [[2, 31, "BOOKLEDGER INV 5501", P]],
    [[3, 31, "BOOKLEDGER INV 5593"]],
  ),
  paymentCase(
    "numbers of phones",
    [[2, 31, "PLUMBER 832-555-0100", P]],
    [[3, 31, "PLUMBER 832-555-0177"]],
  ),
  paymentCase(
    "days of authorization",
    [[2, 12, "FERRY", { ...P, authorized_date: DAY(2) }]],
    [[4, 12, "FERRY", { authorized_date: DAY(3) }]],
  ),
  paymentCase(
    "a sum of three",
    [
      [2, 8, "CABBY", P],
      [2, 9, "CABBY", P],
      [3, 7.5, "CABBY", P],
    ],
    [[5, 24.5, "CABBY"]],
  ),
  paymentCase(
    "a sum that a tip explains as well",
    [
      [2, 20, "CABBY", P],
      [2, 4, "CABBY", P],
    ],
    [[5, 24, "CABBY"]],
    ASKED,
  ),
  paymentCase(
    "a part of a larger one",
    [
      [2, 30, "BAZAAR.EXAMPLE", P],
      [2, 66, "BAZAAR.EXAMPLE", P],
    ],
    [[4, 33, "BAZAAR.EXAMPLE"]],
    {
      ask: [
        [0, 0],
        [1, 0],
      ],
    },
  ),
  paymentCase(
    "two parts, and another order",
    [
      [2, 90, "BOXES.EXAMPLE", P],
      [2, 30, "BOXES.EXAMPLE", P],
    ],
    [
      [3, 30, "BOXES.EXAMPLE"],
      [4, 60, "BOXES.EXAMPLE"],
    ],
    { ask: [[1, 0]] },
  ),
  paymentCase(
    "offices of a town",
    [[2, 15, "TOWN OF ELMSFORD POOL", P]],
    [[3, 15, "TOWN OF ELMSFORD MUSEUM"]],
  ),
  paymentCase("services of a company", [[2, 40, "PLUM.COM/BILL", P]], [[3, 51, "PLUM STORE R77"]]),
  paymentCase(
    "last names",
    [[2, 80, "PAYOUT TO JANE ROWAN ASH", P]],
    [[3, 80, "PAYOUT TO JANE ROWAN ELDER"]],
  ),
  paymentCase(
    "a last name more",
    [[2, 80, "PAYOUT TO JANE ROWAN", P]],
    [[3, 80, "PAYOUT TO JANE ROWAN ELDER"]],
    ASKED,
  ),
  paymentCase(
    "no name, a week later",
    [[2, 17.3, "CARD PURCHASE", P]],
    [[9, 17.3, "KELSO PHARMACY"]],
    ASKED,
  ),
  paymentCase(
    "no name, the next day",
    [[2, 17.3, "CARD PURCHASE", P]],
    [[3, 17.3, "KELSO PHARMACY"]],
    ONE,
  ),
  paymentCase("a tip", [[2, 40, "TAVERNA SUD", P]], [[4, 47, "TAVERNA SUD"]], ONE),
  paymentCase(
    "words that change",
    [[2, 6.2, "SQ *BLUE HERON", P]],
    [[4, 6.2, "BLUE HERON SALEM OR"]],
    ONE,
  ),
  paymentCase(
    "a text that is cut",
    [[2, 6.2, "THE CHARCOAL KITCHEN AND BAR", P]],
    [[4, 6.2, "THE CHARCOAL KITCHEN A"]],
    ONE,
  ),
  paymentCase(
    "a name that only begins alike",
    [[2, 6.2, "CHECKCARD 0302 TOTAL", P]],
    [[4, 6.2, "TOTALLY WINE"]],
  ),
  paymentCase(
    "equal twins",
    [
      [2, 2.5, "TRAM"],
      [2, 2.5, "TRAM"],
    ],
    [
      [2, 2.5, "TRAM"],
      [2, 2.5, "TRAM"],
    ],
    {
      same: [
        [0, 0],
        [1, 1],
      ],
    },
  ),
  paymentCase(
    "equal ones of different days",
    [
      [2, 2.5, "TRAM", P],
      [3, 2.5, "TRAM", P],
    ],
    [
      [4, 2.5, "TRAM"],
      [5, 2.5, "TRAM"],
    ],
    {
      same: [
        [0, 0],
        [1, 1],
      ],
    },
  ),
  paymentCase(
    "as many that name their towns",
    [
      [2, 4.5, "POS MOON COFFEE", P],
      [3, 4.5, "POS MOON COFFEE", P],
    ],
    [
      [4, 4.5, "MOON COFFEE AKRON OH"],
      [4, 4.5, "MOON COFFEE TOLEDO OH"],
    ],
    {
      same: [
        [0, 0],
        [1, 1],
      ],
    },
  ),
  paymentCase(
    "as many, of which one names its town",
    [
      [2, 4.5, "POS MOON COFFEE", P],
      [3, 4.5, "POS MOON COFFEE", P],
    ],
    [
      [4, 4.5, "MOON COFFEE"],
      [5, 4.5, "MOON COFFEE TOLEDO OH"],
    ],
    {
      ask: [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ],
    },
  ),
  paymentCase(
    "one of two",
    [
      [2, 2.5, "TRAM", P],
      [3, 2.5, "TRAM", P],
    ],
    [[4, 2.5, "TRAM"]],
    {
      ask: [
        [0, 0],
        [1, 0],
      ],
    },
  ),
  paymentCase(
    "one of two shops",
    [
      [2, 9, "OXXY", P],
      [2, 9, "OXXY #31", P],
    ],
    [[4, 9, "OXXY #31"]],
    {
      ask: [
        [0, 0],
        [1, 0],
      ],
    },
  ),
  paymentCase(
    "a day of authorization among equal ones",
    [
      [2, 9, "TRAM", P],
      [3, 9, "TRAM", P],
    ],
    [[5, 9, "TRAM", { authorized_date: DAY(3) }]],
    { same: [[1, 0]] },
  ),
  paymentCase(
    "as many of each amount",
    [
      [2, 50, "TAVERNA SUD", P],
      [2, 60, "TAVERNA SUD", P],
    ],
    [
      [4, 60, "TAVERNA SUD"],
      [4, 50, "TAVERNA SUD"],
    ],
    {
      same: [
        [0, 1],
        [1, 0],
      ],
    },
  ),
  paymentCase("booked again", [[8, 13.8, "LA TERRAZA"]], [[10, 13.8, "LA TERRAZA"]], ONE),
  paymentCase(
    "booked again next to an equal one",
    [[8, 3.1, "NEWSSTAND 4"]],
    [[12, 3.1, "NEWSSTAND 4"]],
    { kept: [[10, 3.1, "NEWSSTAND 4"]], ...ASKED },
  ),
  paymentCase("booked, and pending", [[8, 13.8, "LA TERRAZA"]], [[8, 13.8, "LA TERRAZA", P]]),
  paymentCase(
    "another currency, with the original",
    [[2, 20, "CAFE RIVE", { ...P, iso_currency_code: "EUR" }]],
    [[4, 21.9, "CAFE RIVE", { evidence: { original: { amount: 20, currency: "EUR" } } }]],
    ONE,
  ),
  paymentCase(
    "another currency",
    [[2, 20, "CAFE RIVE", { ...P, iso_currency_code: "EUR" }]],
    [[4, 20, "CAFE RIVE"]],
  ),
  paymentCase(
    "a preauthorization",
    [[2, 1, "GREENS 77", { ...P, evidence: { isPreauthorization: true } }]],
    [[3, 58, "GREENS 77"]],
    ONE,
  ),
  paymentCase(
    "a pump's hold",
    [[2, 1, "RIVERBEND FUEL 40118822", P]],
    [[3, 58, "RIVERBEND FUEL 40118822"]],
    ONE,
  ),
  paymentCase(
    "a card that is verified",
    [[2, 1, "LIBRARIA 40118822", P]],
    [[3, 58, "LIBRARIA 40118822"]],
  ),
  paymentCase(
    "an id of the payment",
    [[2, 80, "RENT", { evidence: { endToEndId: "E1" } }]],
    [[30, 80, "SMITH ESTATES", { evidence: { endToEndId: "E1" } }]],
    ONE,
  ),
  paymentCase(
    "other ids of the payment",
    [[2, 80, "RENT", { evidence: { endToEndId: "E1" } }]],
    [[2, 80, "RENT", { evidence: { endToEndId: "E2" } }]],
  ),
  paymentCase(
    "cards",
    [[2, 80, "TAVERNA SUD", { ...P, evidence: { cardDigits: "1111" } }]],
    [[3, 80, "TAVERNA SUD", { evidence: { cardDigits: "2222" } }]],
  ),
];
