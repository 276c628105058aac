/** The name that the operator gives the server, and the names derived from it. */
export type Brand = {
  /** For people, e.g. `Acme Bank`. */
  name: string;
  /** The global of the page's script, and the prefix of headers: `AcmeBank`. */
  identifier: string;
  /** The scheme of the addresses with which Link sends messages to a native app: `acmebanklink`. */
  scheme: string;
  /** The vendor's name on pages and documents of the server. */
  title: string;
};

const DEFAULT_NAME = "Service";

/** Returns the brand of a name. */
export const brandOf = (name: string): Brand => {
  const identifier = name.replaceAll(" ", "");
  return {
    name,
    identifier,
    scheme: `${identifier.toLowerCase()}link`,
    title: name === DEFAULT_NAME ? "service-link" : name,
  };
};

/** The default brand. */
export const DEFAULT_BRAND = brandOf(DEFAULT_NAME);

/**
 * Whether a server shows our mark. Only our own name has the mark; an operator's brand has none.
 */
export const wearsMark = ({ identifier }: Brand): boolean =>
  identifier === DEFAULT_BRAND.identifier;

/** The prefixes of our headers: `service`, and the brand's own name. */
export const headerPrefixes = ({ identifier }: Brand): readonly string[] => [
  ...new Set([DEFAULT_BRAND.identifier.toLowerCase(), identifier.toLowerCase()]),
];

/** Replaces our names of headers, commands and the global in a text by the brand's. */
export const inBrand = (brand: Brand, text: string): string =>
  text
    .replace(/\bService\b/g, brand.identifier)
    .replace(/\bSERVICE(?=-)/g, brand.identifier.toUpperCase())
    .replaceAll(formatCommand(DEFAULT_BRAND, ""), formatCommand(brand, ""));

/**
 * Formats a command for readers. The program has our name, so another brand shows the command only.
 */
export const formatCommand = (
  { identifier }: Pick<Brand, "identifier">,
  command: string,
): string => (identifier === DEFAULT_NAME ? `npx service-link ${command}` : command);
