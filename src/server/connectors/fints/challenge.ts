import type { Challenge } from "../../../protocol/link/login-form.ts";
import { lineFrom } from "../../domain/bank-values.ts";
import { type Answer, segmentsOf } from "./answers.ts";
import { partOf } from "./segments.ts";

/** The maximum length of a bank's shown text, and the maximum size of a picture. */
const MAX_HINT = 1000;
const MAX_PICTURE_BYTES = 64 * 1024;

/** The bank's request for a TAN. */
export type TanRequest = { reference: string; words: string | null; picture: string | null };

/** The request for a TAN in an answer. */
export const readTanRequest = (answer: Answer): TanRequest => {
  const segment = segmentsOf(answer, "HITAN")[0];
  const text = segment ? partOf(segment, 3) : "";
  return {
    reference: segment ? partOf(segment, 2) : "",
    words: plainWords(text === "nochallenge" ? "" : text),
    picture: segment ? pictureIn(partOf(segment, 4)) : null,
  };
};

/**
 * The text of a challenge without markup, and without the code for a reader's light sensor, which
 * some banks add.
 */
function plainWords(text: string): string | null {
  const words = text
    .replace(/^CHLGUC\s*\d{4}.*?CHLGTEXT\d{4}/s, "")
    .replace(/<[^<>]{0,100}>/g, " ")
    .replace(/&nbsp;/g, " ")
    .replace(/\s+/g, " ");
  return lineFrom(words)?.slice(0, MAX_HINT) ?? null;
}

/**
 * The picture for a photoTAN device, as a data: URL. The data is the type's length in two bytes,
 * the type, the picture's length in two bytes, and the picture. Returns null for the code of a
 * light sensor.
 */
function pictureIn(text: string): string | null {
  const bytes = Buffer.from(text, "latin1");
  if (bytes.length < 5) return null;
  const typeEnd = 2 + bytes.readUInt16BE(0);
  const type = bytes.toString("latin1", 2, typeEnd);
  if (!/^image\/(png|gif|jpeg)$/.test(type) || bytes.length < typeEnd + 2) return null;
  const picture = bytes.subarray(typeEnd + 2, typeEnd + 2 + bytes.readUInt16BE(typeEnd));
  if (picture.length === 0 || picture.length > MAX_PICTURE_BYTES) return null;
  return `data:${type};base64,${picture.toString("base64")}`;
}

/** The request as a view of Link, after words of our own. */
export const toChallenge = (
  { words, picture }: TanRequest,
  { help, note }: { help: string; note: string | null },
): Challenge => ({
  type: "code",
  sent_to: null,
  hint: [note, words ?? help].filter((text) => text !== null).join(" "),
  ...(picture !== null && { picture }),
});
