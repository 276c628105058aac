import type { MachineEvent } from "../link/machine/machine-event.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import type { OfferedAccount } from "../protocol/link/selection.ts";

/** A view in a state: the events of Link's machine that lead to the state. */
export type Scene = { id: string; title: string; events: MachineEvent[] };

/** Creates a scene. */
export const scene = (id: string, title: string, events: MachineEvent[]): Scene => ({
  id,
  title,
  events,
});

/** Institutions as Link lists them. */
export const BANKS: InstitutionRow[] = [
  { institution_id: "ins_1", name: "Lanternfield", mark: "arch", color: "#8a4b14" },
  { institution_id: "ins_2", name: "First Platypus Bank", mark: "drop", color: "#1f5c4a" },
  { institution_id: "ins_3", name: "Birch Credit Union", mark: "leaf", color: "#2f6b2f" },
  { institution_id: "ins_4", name: "Tidewater Savings", mark: "tide", color: "#0b5394" },
  { institution_id: "ins_5", name: "Crestline Federal", mark: "crest", color: "#7a1f3d" },
  { institution_id: "ins_6", name: "Meadow & Hill Trust", mark: "hill", color: "#3d5a80" },
  { institution_id: "ins_7", name: "Knotwork Building Society", mark: "knot", color: "#5b3a8c" },
  { institution_id: "ins_8", name: "Bloom Bank", mark: "bloom", color: "#b5345c" },
];

/** Returns the institution at a position in the list. */
export const bankAt = (at: number): InstitutionRow => {
  const bank = BANKS[at];
  if (!bank) throw new Error(`there is no bank ${at}`);
  return bank;
};

const account = (id: string, changes: Partial<OfferedAccount> = {}): OfferedAccount => ({
  id,
  name: "Everyday Checking",
  mask: "1234",
  type: "depository",
  subtype: "checking",
  balance: { amount: 1204.5, currency: "USD" },
  ...changes,
});

/** Accounts behind a login. */
export const ACCOUNTS: OfferedAccount[] = [
  account("checking"),
  account("savings", {
    name: "Rainy Day",
    mask: "9876",
    subtype: "savings",
    balance: { amount: 18_250, currency: "USD" },
  }),
  account("card", {
    name: "Travel Card",
    mask: "4455",
    type: "credit",
    subtype: "credit card",
    balance: { amount: 92.17, currency: "USD" },
  }),
];

const KINDS: Partial<OfferedAccount>[] = [
  { subtype: "checking" },
  { subtype: "savings" },
  { subtype: "savings" },
  { type: "credit", subtype: "credit card" },
];

/** More accounts than any screen shows at once. */
export const MANY_ACCOUNTS = Array.from({ length: 60 }, (_, at) =>
  account(`account-${at}`, {
    name: `Envelope ${at + 1}`,
    mask: String(1000 + 37 * at),
    ...KINDS[at % 4],
    balance: { amount: 10 ** (at % 6) + at, currency: "USD" },
  }),
);
