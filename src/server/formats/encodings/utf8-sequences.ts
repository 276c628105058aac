/** The UTF-8 sequences of a text: whole sequences, cut sequences, and stray bytes. */
type Sequences = {
  whole: number;
  /** The first bytes of whole sequences. */
  leads: ReadonlySet<number>;
  /** The first bytes of cut sequences. `isPlain` marks a cut that is evident alone. */
  cut: readonly { lead: number; isPlain: boolean }[];
  broken: number;
  /** The position of the first whole sequence. */
  first: number | null;
};

/** The maximum number of cut sequences; a text with more is not UTF-8. */
const MAX_CUT = 10_000;

/** Whether bytes are UTF-8 except for letters cut off at the end of names. */
export function isCutUtf8(bytes: Uint8Array): boolean {
  const { leads, cut, broken } = readSequences(bytes);
  return (
    broken === 0 &&
    cut.length > 0 &&
    cut.length < MAX_CUT &&
    cut.every(({ lead, isPlain }) => isPlain || leads.has(lead))
  );
}

/**
 * The position of the first UTF-8 letter in bytes that are only partly UTF-8; null if the letters
 * may be a coincidence.
 */
export function isMixed(bytes: Uint8Array): number | null {
  const { whole, cut, broken, first } = readSequences(bytes);
  return whole * 2 >= cut.length + broken ? first : null;
}

function readSequences(bytes: Uint8Array): Sequences {
  const leads = new Set<number>();
  const cut: { lead: number; isPlain: boolean }[] = [];
  let [whole, broken] = [0, 0];
  let first: number | null = null;
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    at += 1;
    if (lead < 0x80) continue;
    const length = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    const start = at;
    while (at < start + length && isContinuation(bytes[at])) at += 1;
    if (length === 0) broken += 1;
    else if (at === start + length) {
      whole += 1;
      leads.add(lead);
      first ??= start - 1;
    } else if (cut.length < MAX_CUT)
      cut.push({ lead, isPlain: at > start || isLatinCut(lead, bytes[start - 2], bytes[start]) });
  }
  return { whole, leads, cut, broken, first };
}

const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80;

/**
 * Whether a byte begins a Latin letter that was cut off at the end of a word. In single-byte
 * encodings, the byte would be a capital letter after small letters.
 */
const isLatinCut = (lead: number, before = 0, after = 0): boolean =>
  lead >= 0xc3 && lead <= 0xc5 && before >= 0x61 && before <= 0x7a && !isWordByte(after);

const isWordByte = (byte: number): boolean => byte >= 0x41 && (byte <= 0x5a || byte >= 0x61);
