/** A mail to one person, as text and as the same in HTML. */
export type Mail = {
  /** The id, equal in each attempt, so that a mailbox can drop duplicates. */
  mailId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address that ends such mails to the recipient, by a POST; none by default. */
  optOutUrl?: string | undefined;
  /** The digest of the client's logo in its head, which its HTML names `cid:logo`; our mark is `cid:mark`. */
  logo?: string | undefined;
};

/** Why a mail was not taken; its message names no password and no address. */
export class MailFailure extends Error {
  /** Whether the server refuses this mail permanently, so that a retry cannot succeed. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.name = "MailFailure";
    this.isFinal = isFinal;
  }
}

/** The only way for mail to leave this server. */
export type Mailer = {
  /** Hands a mail, with the PNG of its logo if there is one, to the mail server; throws a MailFailure if that refuses it. */
  send(mail: Mail, logo?: Buffer | null): Promise<void>;
  close(): Promise<void>;
};
