/**
 * The operator's settings for an institution's transaction ids; without a setting, observation
 * decides.
 */
export const ID_SETTINGS = ["stay", "move"] as const;
export type IdSetting = (typeof ID_SETTINGS)[number];

/**
 * The observed changes of ids: ids that moved to another payment, and payments that were booked
 * again.
 */
export type SeenIds = {
  moved: number;
  rebooked: number;
};

/** How stable an institution's transaction ids are. */
export type InstitutionIds = SeenIds & {
  /** The time of the last observed change; null without one. */
  movedAt: number | null;
  /** The operator's setting; null to learn from observation. */
  setting: IdSetting | null;
};

/** An institution without observed changes. */
export const UNSEEN_IDS: InstitutionIds = { moved: 0, rebooked: 0, movedAt: null, setting: null };

/** The port for the observations on institutions' transaction ids. */
export type InstitutionIdStore = {
  get(institutionId: string): Promise<InstitutionIds>;
  addSeen(institutionId: string, seen: SeenIds, at: number): Promise<void>;
  /** Sets the operator's setting; null deletes the setting and the counted changes. */
  set(institutionId: string, setting: IdSetting | null): Promise<void>;
};

/** A single changed id may be the correction of a row; this many changes show a habit. */
const SEEN_ENOUGH = 3;

/**
 * Whether an institution's ids move between payments. Its transactions are then identified by their
 * content.
 */
export const doIdsMove = ({ moved, setting }: InstitutionIds): boolean =>
  setting === null ? moved >= SEEN_ENOUGH : setting === "move";

/**
 * Whether an institution books an authorization again as a presentment, under another id and date.
 */
export const doesRebook = ({ rebooked, setting }: InstitutionIds): boolean =>
  setting === null ? rebooked >= SEEN_ENOUGH : setting === "move";
