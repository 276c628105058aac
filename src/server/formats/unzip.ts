import { crc32, inflateRawSync } from "node:zlib";
import { FormatError } from "./format-error.ts";

/** The maximum number of files in an archive. */
const MAX_FILES = 100;

/** The signatures of a zip archive's records, and the record lengths without names. */
const LOCAL_FILE = 0x04034b50;
const LOCAL_LENGTH = 30;
const CENTRAL_FILE = 0x02014b50;
const CENTRAL_LENGTH = 46;
const END = 0x06054b50;
const END_LENGTH = 22;
const MAX_COMMENT = 0xffff;

/** A file of an archive. */
type ZipFile = { name: string; bytes: Uint8Array };

/** Whether a file is a zip archive. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length >= END_LENGTH && (view(bytes, 0) === LOCAL_FILE || view(bytes, 0) === END);

const view = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(at, true);

/**
 * Returns the files of a zip archive without folders and macOS's hidden files. Their declared and
 * actual total is at most `maxBytes` (zip bomb). Throws a FormatError for anything else.
 */
export function unzip(archive: Uint8Array, maxBytes: number): ZipFile[] {
  const buffer = Buffer.from(archive.buffer, archive.byteOffset, archive.length);
  const end = endRecord(buffer);
  const count = buffer.readUInt16LE(end + 10);
  if (count > MAX_FILES)
    throw new FormatError("FILE_TOO_LARGE", {
      expected: `at most ${MAX_FILES} files in an archive`,
    });
  const files: ZipFile[] = [];
  let rest = maxBytes;
  let at = buffer.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry += 1) {
    requireRecord(buffer, at, CENTRAL_LENGTH, CENTRAL_FILE);
    const nameLength = buffer.readUInt16LE(at + 28);
    const name = buffer.toString("utf8", at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + nameLength);
    if (!/(^|\/)(\.|__MACOSX\/)|\/$/.test(name)) {
      const bytes = fileAt(buffer, at, rest);
      rest -= bytes.length;
      files.push({ name, bytes });
    }
    at += CENTRAL_LENGTH + nameLength + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32);
  }
  return files;
}

/** The position of an archive's end record. Only a comment may follow the record. */
function endRecord(buffer: Buffer): number {
  const first = Math.max(0, buffer.length - END_LENGTH - MAX_COMMENT);
  for (let at = buffer.length - END_LENGTH; at >= first; at -= 1)
    if (buffer.readUInt32LE(at) === END) return at;
  throw broken();
}

function fileAt(buffer: Buffer, entry: number, maxBytes: number): Uint8Array {
  const flags = buffer.readUInt16LE(entry + 8);
  const method = buffer.readUInt16LE(entry + 10);
  const checksum = buffer.readUInt32LE(entry + 16);
  const packedSize = buffer.readUInt32LE(entry + 20);
  const size = buffer.readUInt32LE(entry + 24);
  const local = buffer.readUInt32LE(entry + 42);
  const isEncrypted = (flags & 1) === 1;
  if (isEncrypted || (method !== 0 && method !== 8))
    throw new FormatError("INVALID_ARCHIVE", { expected: "a zip archive without a password" });
  if (size > maxBytes) throw new FormatError("FILE_TOO_LARGE", { expected: "less in the archive" });
  requireRecord(buffer, local, LOCAL_LENGTH, LOCAL_FILE);
  const start =
    local + LOCAL_LENGTH + buffer.readUInt16LE(local + 26) + buffer.readUInt16LE(local + 28);
  const packed = buffer.subarray(start, start + packedSize);
  if (packed.length !== packedSize) throw broken();
  const bytes = method === 0 ? packed : inflate(packed, size);
  if (bytes.length !== size || crc32(bytes) !== checksum) throw broken();
  return bytes;
}

/** Inflates to the declared size. A larger result is refused before it takes memory. */
function inflate(packed: Uint8Array, size: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch (cause) {
    throw broken(cause);
  }
}

function requireRecord(buffer: Buffer, at: number, length: number, signature: number): void {
  if (at + length > buffer.length || buffer.readUInt32LE(at) !== signature) throw broken();
}

const broken = (cause?: unknown): FormatError =>
  new FormatError("INVALID_ARCHIVE", { expected: "a whole zip archive" }, { cause });
