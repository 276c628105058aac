/** A session on the Dashboard. Of its token only the digest is stored. Times are ms since 1970. */
export type DashboardSession = {
  tokenDigest: string;
  /** Null for the operator's. */
  clientId: string | null;
  /** The digest of the secret, or of the password's hash, whose lifetime bounds the session's. */
  keyDigest: string;
  openedAt: number;
  seenAt: number;
  expiresAt: number;
};

/** The port for sessions on the Dashboard. */
export type DashboardSessionStore = {
  open(session: DashboardSession): Promise<void>;
  byTokenDigest(tokenDigest: string): Promise<DashboardSession | null>;
  /** Records a use, and the new end. */
  touch(session: Pick<DashboardSession, "tokenDigest" | "seenAt" | "expiresAt">): Promise<void>;
  /** Binds the session to another secret. */
  rebind(session: Pick<DashboardSession, "tokenDigest" | "keyDigest">): Promise<void>;
  end(tokenDigest: string): Promise<void>;
};
