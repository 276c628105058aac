/** A mail to one person, as text and HTML. */
export type Mail = {
  /** The id, the same in each attempt, so that a mailbox can drop duplicates. */
  mailId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address whose POST opts the recipient out of such mails; by default none. */
  optOutUrl?: string | undefined;
  /**
   * The digest of the client's logo, which the HTML names `cid:logo`. Our own mark is `cid:mark`.
   */
  logo?: string | undefined;
};

/** A refused mail. The message has no password and no address. */
export class MailFailure extends Error {
  /** Whether the refusal is permanent, so that a retry cannot succeed. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.name = "MailFailure";
    this.isFinal = isFinal;
  }
}

/** The only way out of this server for mail. */
export type Mailer = {
  /**
   * Passes a mail, with its optional PNG logo, to the mail server; throws a MailFailure for a
   * refusal.
   */
  send(mail: Mail, logo?: Buffer | null): Promise<void>;
  close(): Promise<void>;
};
