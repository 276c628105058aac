import type { CatalogueInstitution } from "../../domain/institutions/institution.ts";
import { isRoutingNumber, routingNumberOf } from "../../domain/items/routing-number.ts";
import type { RoutingScheme, SepaCountry } from "./catalogue/institution.ts";
import { type Random, seededRandom } from "./random.ts";

/**
 * The routing scheme of a custom institution: in its first country, by its own routing numbers if it has some,
 * else by numbers drawn from its id, in ranges that no bank uses.
 */
export const routingSchemeOf = (institution: CatalogueInstitution): RoutingScheme => {
  const [country = "US"] = institution.countryCodes;
  const random = seededRandom(institution.institutionId, "clearing");
  switch (country) {
    case "US": {
      const [first = drawRouting(random), ...others] =
        institution.routingNumbers.filter(isRoutingNumber);
      return { country, routing: [first, ...others], wire: first };
    }
    case "CA":
      return { country, institution: `9${random.digits(2)}` };
    case "GB":
      return { country, bic: drawBic(country, random), sortCodes: [`88${random.digits(4)}`] };
    default: {
      const bic = drawBic(country, random);
      return { country, bic, bank: BANK[country](bic.slice(0, 4), random) };
    }
  }
};

const drawRouting = (random: Random): string => routingNumberOf(`80${random.digits(6)}`);

/** The 0 that ends the first eight characters marks a test code. */
const drawBic = (country: string, random: Random): string => {
  const letter = () => String.fromCharCode("A".charCodeAt(0) + random.whole(0, 25));
  return `${letter()}${letter()}${letter()}${letter()}${country}20`;
};

/** The bank code of an institution in an IBAN, in its country's length. */
const BANK: { [C in SepaCountry]: (letters: string, random: Random) => string } = {
  AT: (_, random) => `98${random.digits(3)}`,
  BE: (_, random) => `99${random.digits(1)}`,
  DE: (_, random) => `984${random.digits(5)}`,
  DK: (_, random) => `98${random.digits(2)}`,
  ES: (_, random) => `98${random.digits(2)}`,
  FI: (_, random) => `99${random.digits(4)}`,
  FR: (_, random) => `98${random.digits(3)}`,
  IE: (letters) => letters,
  IT: (_, random) => `98${random.digits(3)}`,
  NL: (letters) => letters,
  PL: (_, random) => `999${random.digits(4)}`,
  PT: (_, random) => `98${random.digits(2)}`,
  SE: (_, random) => `74${random.digits(1)}`,
  NO: (_, random) => `99${random.digits(2)}`,
  EE: (_, random) => `9${random.digits(1)}`,
  LT: (_, random) => `98${random.digits(3)}`,
  LV: (letters) => letters,
};
