/** An application's agreement with a user, before or after the user has linked an account by it. */
type GrantAgreement = {
  agreementId: string;
  grantId: string;
  /** JSON, in the words of the door. */
  details: string;
  /** In ms since 1970. */
  createdAt: number;
};

/** The port for the agreements of applications; each belongs to one grant, and ends with it. */
export type GrantAgreementStore = {
  create(agreement: GrantAgreement): Promise<void>;
  byId(grantId: string, agreementId: string): Promise<GrantAgreement | null>;
  /** A page of a grant's agreements, the newest first, and how many there are. */
  list(
    grantId: string,
    page: { limit: number; offset: number },
  ): Promise<{ agreements: GrantAgreement[]; count: number }>;
  /** Replaces the details (compare-and-set); false if they are no longer those. */
  replace(
    grantId: string,
    agreementId: string,
    details: { from: string; to: string },
  ): Promise<boolean>;
  remove(grantId: string, agreementId: string): Promise<void>;
};
