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

/** A part of the product that some seeds use, with rules of its own. */
export type Part = {
  name: string;
  /** The mean time between two uses, in ms. */
  meanMs: number;
  act(): Promise<void>;
  /** Holds what it has to the rules of the end. */
  checkLast?(): Promise<void>;
};

/** The world that parts act in. */
export type PartContext = {
  world: World;
  network: Network;
  applications: readonly Application[];
  /** The servers that run now. */
  servers(): readonly Instance[];
  accountRule: AccountRule;
  rules: Rules;
  /** Reads the store without the service. */
  reader: SQLite.Database;
  /** The platform of all processes. */
  shared: Platform;
  /** The texts of the mails that were sent, by their receivers. */
  mails: ReadonlyMap<string, readonly string[]>;
  /** The names of the people. */
  people: readonly string[];
};

/** An application and one of its Items at a simulated bank that can be read now; undefined if there is none. */
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
