import type { Security } from "../../protocol/investments.ts";

/** The longest name of a commodity, which beancount permits 24 characters. */
const MAX_LENGTH = 18;

/** Words of beancount's grammar. */
const RESERVED = new Set(["TRUE", "FALSE", "NULL"]);

/**
 * Returns a function that names the commodity of a security in the journal: its ticker, else its
 * number or name, in capitals and digits. Each security has another name. A number at the end
 * separates it from a currency, or lengthens a name that is too short for beancount.
 */
export const commodityNames = (): ((id: string, security: Security | undefined) => string) => {
  const names = new Map<string, string>();
  const used = new Set<string>();
  return (id, security) => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const base = toBase(security);
    let name = base;
    for (let count = 1; used.has(name) || !isCommodity(name); count++) name = `${base}-${count}`;
    names.set(id, name);
    used.add(name);
    return name;
  };
};

function toBase(security: Security | undefined): string {
  const { ticker_symbol, isin, cusip, name } = security ?? {};
  for (const text of [ticker_symbol, isin, cusip, name]) {
    const word = (text ?? "")
      .slice(0, 100)
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, "");
    if (word !== "") return (/^\d/.test(word) ? `X${word}` : word).slice(0, MAX_LENGTH);
  }
  return "SECURITY";
}

const isCommodity = (name: string): boolean =>
  name.length > 1 && !RESERVED.has(name) && !CURRENCIES.has(name);

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
