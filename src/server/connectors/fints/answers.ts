import { Fault } from "../../domain/fault.ts";
import { partOf, readSegments, type Segment } from "./segments.ts";

/** A return code of the bank, its words and its parameters. */
export type ReturnCode = { code: string; text: string; parameters: readonly string[] };

/** A message of the bank. */
export type Answer = {
  dialogId: string;
  segments: readonly Segment[];
  codes: readonly ReturnCode[];
};

/** Reads a message of the bank. Throws UNSUPPORTED_RESPONSE if it has no header. */
export const readAnswer = (text: string): Answer => {
  const segments = readSegments(text);
  const header = segments[0];
  if (header?.id !== "HNHBK")
    throw new Fault("UNSUPPORTED_RESPONSE", { cause: new Error("there is no message of FinTS") });
  const codes = segments
    .filter(({ id }) => id === "HIRMG" || id === "HIRMS")
    .flatMap(({ elements }) => elements)
    .map(([code = "", , text = "", ...parameters]) => ({ code, text, parameters }));
  return { dialogId: partOf(header, 2), segments, codes };
};

/** The segments of a name. */
export const segmentsOf = ({ segments }: Answer, id: string): Segment[] =>
  segments.filter((segment) => segment.id === id);

/** The first of some return codes that a message has. */
export const codeIn = ({ codes }: Answer, ...sought: readonly string[]): ReturnCode | undefined =>
  codes.find(({ code }) => sought.includes(code));

/** The return codes that refuse. */
export const errorsIn = ({ codes }: Answer): ReturnCode[] =>
  codes.filter(({ code }) => code.startsWith("9"));

/** Whether the bank wants a TAN, or an approval in its app, before it goes on. */
export const wantsTan = (answer: Answer): boolean =>
  codeIn(answer, "0030", "3955", "3956") !== undefined && codeIn(answer, "3076") === undefined;
