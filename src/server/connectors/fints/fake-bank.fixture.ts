import type { IncomingMessage } from "node:http";
import { type MockReply, mockServer } from "../mock-server.fixture.ts";
import { partOf, readSegments, type Segment } from "./segments.ts";

/** A method of the fake bank. */
type FakeMethod = {
  id: number;
  name: string;
  kind?: "chipTAN" | "photoTAN" | "decoupled";
  needsMedium?: boolean;
};

/** The behaviour of the fake bank, which a test changes. */
export type Behaviour = {
  pin: string;
  tan: string;
  methods: FakeMethod[];
  /** The class, the name and the phone of each medium. */
  media: [string, string, string][];
  /** Whether the start of a dialog wants a TAN. */
  wantsTan: boolean;
  /** How often an approval is still awaited. */
  pendingPolls: number;
  /** Whether the user declines in the app, after these. */
  declines: boolean;
  /** Whether media are listed after a TAN alone. */
  hidesMedia: boolean;
  /** The codes with which every sign-in is refused. */
  refuses: string[] | null;
  /** The text and the picture of a TAN request. */
  challenge: string;
  picture: Buffer | null;
  /** The parts of the answer to a request for statements; empty texts for no statements. */
  camt: string[] | null;
  mt940: string[] | null;
  noted: string;
  /** The orders that require a TAN, and the orders that are refused. */
  tanOrders: string[];
  refusedOrders: string[];
  /** The code and the words for a refused order. */
  refusal: string;
  /** Whether all dialogs have one id. */
  repeatsIds: boolean;
  accounts: FakeAccount[];
  /** Replaces the reply to a message. */
  reply: ((message: FakeMessage) => MockReply | null) | null;
};
type FakeAccount = {
  number: string;
  iban: string;
  kind: number;
  name: string;
  balance: string;
  orders?: string[];
};

/** A message that the fake bank has read. */
type FakeMessage = {
  segments: Segment[];
  dialogId: string;
  number: number;
  pin: string;
  tan: string;
  orders: string[];
};

export const IBAN = "DE89370400440532013000";
export const PICTURE = Buffer.from("iVBORw0KGgo=", "base64");

const START: Behaviour = {
  ...{ pin: "12345", tan: "654321", methods: [{ id: 910, name: "chipTAN manuell" }], media: [] },
  ...{
    wantsTan: true,
    pendingPolls: 0,
    declines: false,
    hidesMedia: false,
    refuses: null,
    picture: null,
    noted: "",
  },
  challenge: "Bitte geben Sie den Startcode 4711 ein.",
  ...{ camt: null, mt940: null, tanOrders: [], refusedOrders: [], reply: null },
  ...{ refusal: "9210::Auftrag abgelehnt.", repeatsIds: false },
  accounts: [
    { number: "532013000", iban: IBAN, kind: 1, name: "Girokonto Plus", balance: "C:1234,56" },
  ],
};

const escaped = (text: string): string => text.replace(/[?:+'@]/g, "?$&");
const binary = (text: string): string => `@${text.length}@${text}`;

/** A FinTS 3.0 bank on a real socket, by the published segment formats. */
export const fakeBank = async (changes: Partial<Behaviour> = {}) => {
  const behaviour: Behaviour = { ...START, ...changes };
  const messages: FakeMessage[] = [];
  const problems: string[] = [];
  let dialogs = 0;
  let polls = 0;
  const expected = new Map<string, number>();
  const mock = await mockServer(async (request) => {
    const message = await readMessage(request);
    messages.push(message);
    const next = message.dialogId === "0" ? 1 : expected.get(message.dialogId);
    if (message.number !== next) problems.push(`message ${message.number} in place of ${next}`);
    const own = behaviour.reply?.(message);
    if (own) return own;
    const newId = `dialog+${behaviour.repeatsIds ? 1 : ++dialogs}`;
    const dialogId = message.dialogId === "0" ? newId : message.dialogId;
    expected.set(dialogId, message.number + 1);
    const answer = respond(message);
    return { body: encoded(answer, dialogId, message.number) };
  });

  function respond(message: FakeMessage): string {
    const { orders, pin } = message;
    const refused = behaviour.refuses ?? (pin === behaviour.pin ? null : ["9942::PIN falsch."]);
    if (refused)
      return `HIRMG:3:2+9050::Fehlerhaft.+9800::Dialog abgebrochen.'HIRMS:4:2:4+${refused.join("+")}'`;
    if (orders.includes("HKEND")) return "HIRMG:3:2+0010::OK.+0100::Dialog beendet.'";
    if (orders.includes("HKIDN")) return open(message);
    if (orders.includes("HKTAB")) return media();
    const [order = ""] = orders;
    if (order === "HKTAN") return confirm(message);
    if (behaviour.refusedOrders.includes(order))
      return `HIRMG:3:2+9050::Fehlerhaft.'HIRMS:4:2:3+${behaviour.refusal}'`;
    if (behaviour.tanOrders.includes(order) && orders.includes("HKTAN")) return request();
    return answerOrder(message, order);
  }

  function open(message: FakeMessage): string {
    const isSynchronization = message.orders.includes("HKSYN");
    const tanOrder = message.segments.find(({ id }) => id === "HKTAN");
    if (behaviour.hidesMedia && tanOrder && partOf(tanOrder, 1) === "HKTAB")
      return "HIRMG:3:2+9050::Fehlerhaft.+9800::Abbruch.'HIRMS:4:2:4+9010::Nicht erlaubt.'";
    const isStrong = tanOrder !== undefined && partOf(tanOrder, 1) === "HKIDN";
    const isAsked = isStrong && behaviour.wantsTan;
    const head = `HIRMG:3:2+0010::OK.'HIRMS:4:2:4+3920::Zugelassene Verfahren:${behaviour.methods
      .map(({ id }) => id)
      .join(":")}:999${isStrong && !isAsked ? "+3076::Keine starke Authentifizierung." : ""}'`;
    return [
      head,
      isSynchronization ? "HISYN:5:4:4+system?:1'" : "",
      parameters(),
      isAsked ? "" : accounts(),
      isAsked ? request() : "",
    ].join("");
  }

  const parameters = (): string => {
    const methods = behaviour.methods.map(({ id, name, kind = "chipTAN", needsMedium }) =>
      [
        ...[id, 2, "X", kind === "decoupled" ? "Decoupled" : "HHD", "1.4", name, 6, 1, "TAN", 999],
        ...["J", 1, "N", 0, 0, "N", "N", "00", needsMedium ? 2 : 0, "N", 1],
        ...(kind === "decoupled" ? [60, 2, 2, "J", "J"] : ["", "", "", "", ""]),
      ].join(":"),
    );
    const pins = ["HKSAL", "HKCAZ", "HKKAZ", "HKSPA", "HKTAB"]
      .map((name) => `${name}:${behaviour.tanOrders.includes(name) ? "J" : "N"}`)
      .join(":");
    return [
      "HIBPA:10:3:4+78+280:37040044+Beispielbank+3+1+300'",
      "HIKOM:11:4:4+280:37040044+1+3:https?://elsewhere.example/fints'",
      `HITANS:12:7:4+1+1+1+N:N:0:${methods.join(":")}'`,
      `HIPINS:13:1:4+1+1+1+5:20:6:Anmeldename::${pins}'`,
      ...["HISALS:14:7:4+1+1+1'", "HISPAS:15:1:4+1+1+1+J:N:N'", "HITABS:16:5:4+1+1+1'"],
      behaviour.camt
        ? `HICAZS:17:1:4+1+1+1+450:N:N:${["052.001.02", "052.001.08"]
            .map((version) => escaped(`urn:iso:std:iso:20022:tech:xsd:camt.${version}`))
            .join(":")}'`
        : "",
      behaviour.mt940 ? "HIKAZS:18:7:4+1+1+1+360:J:N'" : "",
    ].join("");
  };

  const accounts = (): string =>
    `HIUPA:20:4:4+muster+3+0'${behaviour.accounts
      .map(
        ({ number, kind, name, orders = ["HKSAL", "HKCAZ", "HKKAZ", "HKSPA"] }, at) =>
          `HIUPD:${21 + at}:6:4+${number}::280:37040044++muster+${kind}+EUR+Erika Muster++${name}++${orders.map((each) => `${each}:1`).join("+")}'`,
      )
      .join("")}`;

  const media = (): string =>
    `HIRMG:3:2+0010::OK.'HITAB:5:5:3+0+${behaviour.media
      .map(([kind, name, phone]) => `${kind}:1::::::::::::${escaped(name)}:${escaped(phone)}`)
      .join("+")}'`;

  const request = (): string => {
    const isDecoupled = behaviour.methods.some(({ kind }) => kind === "decoupled");
    const { challenge, picture } = behaviour;
    const code = isDecoupled ? "3955::Freigabe in der App." : "0030::Sicherheitsfreigabe.";
    return `HIRMS:5:2:5+${code}'HITAN:6:7:5+4++ref?:1+${escaped(challenge)}+${picture ? binary(matrix(picture)) : ""}'`;
  };

  function confirm(message: FakeMessage): string {
    const tanOrder = message.segments.find(({ id }) => id === "HKTAN");
    if (!tanOrder || partOf(tanOrder, 4) !== "ref:1") problems.push("another reference");
    if (tanOrder && partOf(tanOrder, 0) === "S") {
      polls += 1;
      if (polls <= behaviour.pendingPolls)
        return "HIRMG:3:2+0010::OK.'HIRMS:4:2:3+3956::Noch ausstehend.'HITAN:5:7:3+S++ref?:1'";
      if (behaviour.declines)
        return "HIRMG:3:2+9050::Fehlerhaft.'HIRMS:4:2:3+9210::Vom Benutzer abgelehnt.'";
    } else if (message.tan !== behaviour.tan)
      return "HIRMG:3:2+9050::Fehlerhaft.+9800::Dialog abgebrochen.'HIRMS:4:2:3+9941::TAN falsch.'";
    return `HIRMG:3:2+0020::OK.'HITAN:5:7:3+2++ref?:1'${accounts()}`;
  }

  function answerOrder({ segments }: FakeMessage, order: string): string {
    const asked = segments.find(({ id }) => id === order);
    const number = asked ? partOf(asked, 0, 2) : "";
    const account = behaviour.accounts.find((each) => each.number === number);
    const head = "HIRMG:3:2+0020::OK.'";
    switch (order) {
      case "HKSPA":
        return `${head}HISPA:5:1:3+${behaviour.accounts
          .map((each) => `J:${each.iban}:COBADEFFXXX:${each.number}::280:37040044`)
          .join("+")}'`;
      case "HKSAL":
        return `${head}HISAL:5:7:3+${account?.iban}:COBADEFFXXX+Konto+EUR+${account?.balance}:EUR:20260115++500,:EUR+1734,56:EUR'`;
      case "HKCAZ":
        return part(
          asked,
          6,
          behaviour.camt ?? [],
          (text) =>
            `HICAZ:5:1:3+${account?.iban}:COBADEFFXXX+urn?:iso+${binary(text)}+${behaviour.noted ? binary(behaviour.noted) : ""}'`,
        );
      case "HKKAZ":
        return part(
          asked,
          5,
          behaviour.mt940 ?? [],
          (text) =>
            `HIKAZ:5:7:3+${binary(text)}+${behaviour.noted ? binary(behaviour.noted) : ""}'`,
        );
      default:
        return "HIRMG:3:2+9120::Nicht erwartet.'";
    }
  }

  /** Returns one part of a list. The mark in the request selects the part. */
  function part(
    asked: Segment | undefined,
    markAt: number,
    parts: readonly string[],
    toText: (text: string) => string,
  ): string {
    const at = Number((asked ? partOf(asked, markAt) : "").replace("mark+", "") || 0);
    const text = parts[at];
    if (text === undefined) return "HIRMG:3:2+0020::OK.'HIRMS:4:2:3+3010::Keine Umsätze.'";
    const more = at + 1 < parts.length ? `+3040::Weitere Daten:mark?+${at + 1}` : "";
    return `HIRMG:3:2+0020::OK.'HIRMS:4:2:3+0020::OK.${more}'${toText(text)}`;
  }

  return {
    behaviour,
    messages,
    problems,
    requests: mock.requests,
    address: `${mock.origin}/fints`,
    /** How many messages had a PIN. */
    sent: (pin: string) => messages.filter((message) => message.pin === pin).length,
  };
};

/** The data of a picture: the type and the picture, each preceded by its length. */
const matrix = (picture: Buffer): string => {
  const length = (bytes: number): string =>
    Buffer.from([bytes >> 8, bytes & 255]).toString("latin1");
  return `${length(9)}image/png${length(picture.length)}${picture.toString("latin1")}`;
};

async function readMessage(request: IncomingMessage): Promise<FakeMessage> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const text = Buffer.from(Buffer.concat(chunks).toString(), "base64").toString("latin1");
  const segments = readSegments(text);
  const [header] = segments;
  const signature = segments.find(({ id }) => id === "HNSHA");
  if (!header || Number(partOf(header, 0)) !== text.length) throw new Error("another length");
  return {
    segments,
    dialogId: partOf(header, 2),
    number: Number(partOf(header, 3)),
    pin: signature ? partOf(signature, 2) : "",
    tan: signature ? partOf(signature, 2, 1) : "",
    orders: segments.map(({ id }) => id).filter((id) => id.startsWith("HK")),
  };
}

/** A message of the bank, as base64. */
const encoded = (inner: string, dialogId: string, number: number): string => {
  const id = escaped(dialogId);
  const text = `HNHBK:1:3+000000000999+300+${id}+${number}+${id}:${number}'HNVSK:998:3+PIN:1+998+1+2::x'HNVSD:999:1+${binary(inner)}'HNHBS:5:1+${number}'`;
  return Buffer.from(text, "latin1").toString("base64");
};
