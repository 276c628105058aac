import { Fault } from "../../domain/fault.ts";
import { partOf, readSegments, type Segment } from "./segments.ts";

/** A return code of the bank with its text and its parameters. */
export type ReturnCode = { code: string; text: string; parameters: readonly string[] };

/** A message of the bank. */
export type Answer = {
  dialogId: string;
  segments: readonly Segment[];
  codes: readonly ReturnCode[];
};

/** Reads a message of the bank. Throws UNSUPPORTED_RESPONSE for a message without a header. */
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

/** Returns the first of the sought return codes in a message. */
export const codeIn = ({ codes }: Answer, ...sought: readonly string[]): ReturnCode | undefined =>
  codes.find(({ code }) => sought.includes(code));

/** Returns the return codes that mean a refusal. */
export const errorsIn = ({ codes }: Answer): ReturnCode[] =>
  codes.filter(({ code }) => code.startsWith("9"));

/** Whether the bank requires a TAN, or an approval in its app. */
export const wantsTan = (answer: Answer): boolean =>
  codeIn(answer, "0030", "3955", "3956") !== undefined && codeIn(answer, "3076") === undefined;
