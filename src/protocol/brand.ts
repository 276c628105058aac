/** What whoever hosts the server calls it, and the names that follow from it. */
export type Brand = {
  /** For people, e.g. `Acme Bank`. */
  name: string;
  /** The global of the page's script, and what headers begin with: `AcmeBank`. */
  identifier: string;
  /** The scheme of the addresses by which Link tells a native app: `acmebanklink`. */
  scheme: string;
  /** What pages and documents of the server bear as their maker's name. */
  title: string;
};

const DEFAULT_NAME = "Service";

/** The brand of a name. */
export const brandOf = (name: string): Brand => {
  const identifier = name.replaceAll(" ", "");
  return {
    name,
    identifier,
    scheme: `${identifier.toLowerCase()}link`,
    title: name === DEFAULT_NAME ? "service-link" : name,
  };
};

/** The brand of those who set none. */
export const DEFAULT_BRAND = brandOf(DEFAULT_NAME);

/** What our headers begin with: `service`, and beside it the brand's own name. */
export const headerPrefixes = ({ identifier }: Brand): readonly string[] => [
  ...new Set([DEFAULT_BRAND.identifier.toLowerCase(), identifier.toLowerCase()]),
];

/** A text in which headers, commands and the page's global have the brand's names. */
export const inBrand = (brand: Brand, text: string): string =>
  text
    .replace(/\bService\b/g, brand.identifier)
    .replace(/\bSERVICE(?=-)/g, brand.identifier.toUpperCase())
    .replaceAll(commandOf(DEFAULT_BRAND, ""), commandOf(brand, ""));

/** A command of ours as people read it. The program has our name: under another one they read the command alone. */
export const commandOf = ({ identifier }: Pick<Brand, "identifier">, command: string): string =>
  identifier === DEFAULT_NAME ? `npx service-link ${command}` : command;
