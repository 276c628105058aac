import fc from "fast-check";

const SURROGATES = 0x800;
const FIRST_SURROGATE = 0xd800;

const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((at) => String.fromCodePoint(at < FIRST_SURROGATE ? at : at + SURROGATES));

/**
 * A text of any code points. fast-check's `binary` first builds a map of a million entries, which
 * takes a second.
 */
export const anyText = (limits: { minLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...limits, unit: codePoint });

/**
 * A URL with a path, and sometimes a query and a fragment. fast-check's `webUrl` is slow, since it
 * builds the map of `binary`.
 */
export const anyUrl = ({ schemes = ["http", "https"] } = {}): fc.Arbitrary<string> => {
  const part = anyText().map(encodeURIComponent);
  const optional = (mark: string) =>
    fc.option(part, { nil: "" }).map((text) => text && mark + text);
  return fc
    .tuple(fc.constantFrom(...schemes), fc.domain(), part, optional("?"), optional("#"))
    .map(
      ([scheme, host, path, query, fragment]) => `${scheme}://${host}/${path}${query}${fragment}`,
    );
};
