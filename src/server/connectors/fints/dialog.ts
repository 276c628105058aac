import type { Segment as Order } from "lib-fints";
import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import type { InstitutionClient } from "../../domain/institutions/institution-http.ts";
import { type Answer, codeIn, readAnswer } from "./answers.ts";
import type { TanMethod } from "./bank-parameters.ts";

/** Germany, by ISO 3166 as FinTS writes it. */
export const COUNTRY = 280;

/** The state of a dialog between two messages, which continues it in another process. */
export const DialogState = z.object({
  id: z.string(),
  /** The number of the next message, without a gap. */
  next: z.number().int(),
});
export type DialogState = z.infer<typeof DialogState>;

/** The person and the bank of a dialog. */
type Login = { bankCode: string; user: string; pin: string; systemId: string };

/** The options of a dialog; without a method it is signed by the PIN alone. */
export type DialogOptions = {
  login: Login;
  method: TanMethod | null;
  send: Transport;
  state?: DialogState;
};

/** Sends a message to the bank and returns its answer, both with a byte in each character. */
export type Transport = (message: string) => Promise<string>;

/** A dialog: its messages are numbered and signed. */
export type Dialog = {
  login: Login;
  method: TanMethod | null;
  state(): DialogState;
  send(orders: readonly Order[], tan?: string): Promise<Answer>;
  /** Sends an order again for each further part of its answer, and returns all answers. */
  sendAll(order: Order, more?: readonly Order[]): Promise<Answer[]>;
  /** Ends it at the bank; a bank that does not answer ends it by itself. */
  end(): Promise<void>;
};

/** No list has more parts; an endless one is an error of the bank. */
const MAX_PARTS = 200;

/** Opens a dialog, or continues one. */
export const openDialog = ({ login, method, send, state }: DialogOptions): Dialog => {
  let { id, next } = state ?? { id: "0", next: 1 };
  const dialog: Dialog = {
    login,
    method,
    state: () => ({ id, next }),
    send: async (orders, tan) => {
      const message = await signedMessage({ id, next }, { login, method }, orders, tan);
      next += 1;
      const answer = readAnswer(await send(message));
      if (answer.dialogId !== "") id = answer.dialogId;
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
      if (id === "0") return;
      await dialog.send([order("HKEND", 1, { dialogId: id })]).catch(() => undefined);
      id = "0";
    },
  };
  return dialog;
};

/** An order of a message. */
export const order = (id: string, version: number, fields: object = {}): Order =>
  ({ ...fields, header: { segId: id, segNr: 0, version } }) as Order;

/** The name of a medium that is not known, where the bank wants one. */
const ANY_MEDIUM = "default";

/** The order that asks for a TAN for another order, or for the start of the dialog. */
export const tanOrder = (
  { version, needsMedium }: TanMethod,
  of: string,
  known: string | null,
): Order => {
  const medium = known ?? (needsMedium ? ANY_MEDIUM : null);
  const fields = { tanProcess: "4", segId: of, ...(medium !== null && { tanMedia: medium }) };
  return order("HKTAN", version, fields);
};

/** The library is loaded for the first message: it is for the customers of a few banks. */
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
    // The form limits what a user types: a value of the bank, such as a mark, is longer than FinTS permits.
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error("a value of the bank does not fit into a message"),
    });
  }
}

/** The longest read of one dialog, in characters, since it is in memory at once. */
const MAX_READ_LENGTH = 64 * 1024 * 1024;

/** Sends messages to one address; throws INSTITUTION_DOWN for the bank's own failures. */
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
