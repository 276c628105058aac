import type SQLite from "better-sqlite3";
import type { AccountRule } from "../account-rule.ts";
import type { AppItem } from "../app-item.ts";
import type { Application } from "../application.ts";
import type { Bank } from "../bank.ts";
import type { Draw } from "../draw.ts";
import type { Instance, Platform } from "../instance.ts";
import type { Network } from "../network.ts";
import type { Rules } from "../rules.ts";
import type { World } from "../world.ts";

/** A part of the product that some seeds use, with its own rules. */
export type Part = {
  name: string;
  /** The mean time between two uses, in ms. */
  meanMs: number;
  act(): Promise<void>;
  /** Checks the rules for the end of the simulation. */
  checkLast?(): Promise<void>;
};

/** The world that parts act in. */
export type PartContext = {
  world: World;
  network: Network;
  applications: readonly Application[];
  /** The running servers. */
  servers(): readonly Instance[];
  accountRule: AccountRule;
  rules: Rules;
  /** Reads the store without the service. */
  reader: SQLite.Database;
  /** The platform of all processes. */
  shared: Platform;
  /** The texts of sent mails, by receiver. */
  mails: ReadonlyMap<string, readonly string[]>;
  /** The names of the people. */
  people: readonly string[];
};

/** An application, and one of its readable Items at a simulated bank; undefined without one. */
export const pickItem = (
  draw: Draw,
  applications: readonly Application[],
): { application: Application; item: AppItem; bank: Bank } | undefined => {
  const found = applications.flatMap((application) =>
    application.items.flatMap((item) => {
      const { bank } = item;
      const isReadable = !item.isGone && !item.isUnclear && !item.needsLogin;
      if (!isReadable || !bank || !("customerOf" in bank) || item.accounts.length === 0) return [];
      return [{ application, item, bank }];
    }),
  );
  return found.length > 0 ? draw.pick(found) : undefined;
};
