import type { Segment as Order } from "lib-fints";
import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import type { InstitutionClient } from "../../domain/institutions/institution-http.ts";
import { type Answer, codeIn, readAnswer } from "./answers.ts";
import type { TanMethod } from "./bank-parameters.ts";
import { isLoginRefused } from "./refusals.ts";

/** Germany's numeric country code of ISO 3166. */
export const COUNTRY = 280;

/**
 * The state of a dialog between two messages. Another process can continue the dialog from this
 * state.
 */
export const DialogState = z.object({
  id: z.string(),
  /** The number of the next message, without a gap. */
  next: z.number().int(),
});
export type DialogState = z.infer<typeof DialogState>;

/** The person and the bank of a dialog. */
type Login = { bankCode: string; user: string; pin: string; systemId: string };

/** The options of a dialog. Without a method, only the PIN signs the dialog. */
export type DialogOptions = {
  login: Login;
  method: TanMethod | null;
  send: Transport;
  state?: DialogState;
};

/**
 * Sends a message to the bank, and returns its answer. Each character of both texts is one byte.
 */
export type Transport = (message: string) => Promise<string>;

/** A dialog with the bank, which numbers and signs its messages. */
export type Dialog = {
  login: Login;
  method: TanMethod | null;
  state(): DialogState;
  send(orders: readonly Order[], tan?: string): Promise<Answer>;
  /** Repeats an order for each further part of its answer. Returns all answers. */
  sendAll(order: Order, more?: readonly Order[]): Promise<Answer[]>;
  /**
   * Ends the dialog at the bank. A failure is ignored, since the bank ends an idle dialog. Sends nothing
   * if the bank has ended the dialog or refused the PIN, since each message has the PIN.
   */
  end(): Promise<void>;
};

/** No real list has more parts; an endless list is an error of the bank. */
const MAX_PARTS = 200;

/** Opens a dialog, or continues one. */
export const openDialog = ({ login, method, send, state }: DialogOptions): Dialog => {
  let { id, next } = state ?? { id: "0", next: 1 };
  let hasEnded = false;
  const dialog: Dialog = {
    login,
    method,
    state: () => ({ id, next }),
    send: async (orders, tan) => {
      const message = await signedMessage({ id, next }, { login, method }, orders, tan);
      next += 1;
      const answer = readAnswer(await send(message));
      if (answer.dialogId !== "") id = answer.dialogId;
      hasEnded = isLoginRefused(answer) || codeIn(answer, "9800") !== undefined;
      return answer;
    },
    sendAll: async (order, more = []) => {
      const answers = [await dialog.send([order, ...more])];
      const marks = new Set<string>();
      for (;;) {
        const last = answers.at(-1);
        const mark = last && codeIn(last, "3040")?.parameters[0];
        if (!mark) return answers;
        if (marks.has(mark) || answers.length >= MAX_PARTS)
          throw new Fault("UNSUPPORTED_RESPONSE", { cause: new Error("the parts have no end") });
        marks.add(mark);
        answers.push(await dialog.send([{ ...order, continuationMark: mark } as Order, ...more]));
      }
    },
    end: async () => {
      if (id === "0" || hasEnded) return;
      await dialog.send([order("HKEND", 1, { dialogId: id })]).catch(() => undefined);
      id = "0";
    },
  };
  return dialog;
};

/** An order of a message. */
export const order = (id: string, version: number, fields: object = {}): Order =>
  ({ ...fields, header: { segId: id, segNr: 0, version } }) as Order;

/** The name for an unknown medium, if the bank requires a name. */
const ANY_MEDIUM = "default";

/** Returns the order for a TAN: for another order, or for the start of the dialog. */
export const tanOrder = (
  { version, needsMedium }: TanMethod,
  of: string,
  known: string | null,
): Order => {
  const medium = known ?? (needsMedium ? ANY_MEDIUM : null);
  const fields = { tanProcess: "4", segId: of, ...(medium !== null && { tanMedia: medium }) };
  return order("HKTAN", version, fields);
};

/** Loads the library at the first message, since few banks need it. */
const loadLibrary = () => import("lib-fints");

async function signedMessage(
  { id, next }: DialogState,
  { login, method }: Pick<DialogOptions, "login" | "method">,
  orders: readonly Order[],
  tan: string | undefined,
): Promise<string> {
  const { CustomerMessage } = await loadLibrary();
  const message = new CustomerMessage(id, next);
  const { bankCode, user, pin, systemId } = login;
  message.sign(COUNTRY, bankCode, user, pin, systemId, method?.id, tan);
  for (const each of orders) message.addSegment({ ...each, header: { ...each.header } });
  try {
    return message.encode();
  } catch {
    // The form limits the user's input, so only a bank's value, such as a mark, can exceed the
    // limits of FinTS.
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error("a value of the bank does not fit into a message"),
    });
  }
}

/**
 * The maximum length of all answers in a dialog, in characters, since they are in memory together.
 */
const MAX_READ_LENGTH = 64 * 1024 * 1024;

/** Opens a transport to one address. Throws INSTITUTION_DOWN for the bank's failures. */
export const openTransport = (
  client: InstitutionClient,
  url: string,
  { clock, deadline }: { clock: () => number; deadline: number },
): Transport => {
  let remaining = MAX_READ_LENGTH;
  return async (message) => {
    if (clock() > deadline)
      throw new Fault("INSTITUTION_NOT_RESPONDING", {
        cause: new Error("all answers of the dialog together take too long"),
      });
    const response = await client.fetch(url, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: Buffer.from(message, "latin1").toString("base64"),
    });
    const { status } = response;
    const cause = new Error(`${status} from the bank`);
    if (status === 429 || status >= 500) throw new Fault("INSTITUTION_DOWN", { cause });
    if (status !== 200) throw new Fault("UNSUPPORTED_RESPONSE", { cause });
    const text = await response.text();
    remaining -= text.length;
    if (remaining < 0)
      throw new Fault("UNSUPPORTED_RESPONSE", { cause: new Error("the answers are too long") });
    return Buffer.from(text, "base64").toString("latin1");
  };
};
