/** The ways to treat an institution's transaction ids: as observed, or as the operator decides. */
export const ID_SETTINGS = ["stay", "move"] as const;
export type IdSetting = (typeof ID_SETTINGS)[number];

/** The changes of ids that were seen: how many moved to another payment, and how many payments were booked again. */
export type SeenIds = {
  moved: number;
  rebooked: number;
};

/** How far the ids of an institution's transactions were seen to hold. */
export type InstitutionIds = SeenIds & {
  /** When the last change was seen; null before the first. */
  movedAt: number | null;
  /** The operator's word; null if it is learned. */
  setting: IdSetting | null;
};

/** An institution of which no id was seen to move. */
export const UNSEEN_IDS: InstitutionIds = { moved: 0, rebooked: 0, movedAt: null, setting: null };

/** The port for what is known of institutions' ids of transactions. */
export type InstitutionIdStore = {
  get(institutionId: string): Promise<InstitutionIds>;
  /** Counts changes of ids that were seen. */
  addSeen(institutionId: string, seen: SeenIds, at: number): Promise<void>;
  /** Sets the operator's word; null forgets it, and the changes that were counted. */
  set(institutionId: string, setting: IdSetting | null): Promise<void>;
};

/** A single changed id may be the correction of one row; this many show a habit. */
const SEEN_ENOUGH = 3;

/** Whether an institution's ids move, so that its transactions are recognized by their content. */
export const doIdsMove = ({ moved, setting }: InstitutionIds): boolean =>
  setting === null ? moved >= SEEN_ENOUGH : setting === "move";

/** Whether an institution books an authorization again as a presentment, with another id and date. */
export const doesRebook = ({ rebooked, setting }: InstitutionIds): boolean =>
  setting === null ? rebooked >= SEEN_ENOUGH : setting === "move";
