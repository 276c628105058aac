import type { RoutingScheme } from "../catalogue/institution.ts";
import type { Random } from "../random.ts";

/** The address of a home or a shop in a real town, with a fictional street. */
export type Place = {
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: RoutingScheme["country"];
  lat: number;
  lon: number;
};

type Town = [city: string, region: string, postalCode: string, lat: number, lon: number];

type Country = {
  towns: [Town, ...Town[]];
  streets: [string, ...string[]];
  /** How a street and a number are written; % is the number. */
  line: string;
};

/** Draws an address in a country: `town` draws the town, `spot` the street. */
export const drawPlace = (country: RoutingScheme["country"], town: Random, spot: Random): Place => {
  const { towns, streets, line } = COUNTRIES[country];
  const [city, region, postalCode, lat, lon] = town.pick(towns);
  const near = (degrees: number) =>
    Math.round((degrees + spot.whole(-400, 400) / 10_000) * 10_000) / 10_000;
  const street = line.replace("%", String(spot.whole(1, 240))).replace("_", spot.pick(streets));
  return { street, city, region, postalCode, country, lat: near(lat), lon: near(lon) };
};

const NUMBER_FIRST = "% _";
const NUMBER_LAST = "_ %";

const COUNTRIES: { [C in RoutingScheme["country"]]: Country } = {
  US: {
    towns: [
      ["Portland", "OR", "97205", 45.5202, -122.6742],
      ["Madison", "WI", "53703", 43.0747, -89.3842],
      ["Asheville", "NC", "28801", 35.5951, -82.5515],
      ["Boise", "ID", "83702", 43.615, -116.2023],
    ],
    streets: ["Wrenfield Avenue", "Juniper Hollow Road", "Tinker Street", "Old Kiln Drive"],
    line: NUMBER_FIRST,
  },
  CA: {
    towns: [
      ["Halifax", "NS", "B3J 1S9", 44.6488, -63.5752],
      ["Guelph", "ON", "N1H 3A1", 43.5448, -80.2482],
      ["Kelowna", "BC", "V1Y 6N2", 49.888, -119.496],
    ],
    streets: ["Spruce Landing", "Loonwater Road", "Kestrel Crescent", "Foundry Street"],
    line: NUMBER_FIRST,
  },
  GB: {
    towns: [
      ["Bristol", "England", "BS1 4DJ", 51.4545, -2.5879],
      ["Leeds", "England", "LS1 4DY", 53.8008, -1.5491],
      ["Stirling", "Scotland", "FK8 1EA", 56.1165, -3.9369],
    ],
    streets: ["Thatcher's Row", "Harebell Lane", "Cobblers Hill", "Bittern Close"],
    line: NUMBER_FIRST,
  },
  IE: {
    towns: [
      ["Galway", "Connacht", "H91 E2N4", 53.2707, -9.0568],
      ["Cork", "Munster", "T12 W8KP", 51.8985, -8.4756],
    ],
    streets: ["Saltmarsh Road", "Hawthorn Quay", "Weaver's Lane"],
    line: NUMBER_FIRST,
  },
  FR: {
    towns: [
      ["Nantes", "Pays de la Loire", "44000", 47.2184, -1.5536],
      ["Dijon", "Bourgogne-Franche-Comté", "21000", 47.322, 5.0415],
      ["Lyon", "Auvergne-Rhône-Alpes", "69002", 45.764, 4.8357],
    ],
    streets: ["rue des Lanterniers", "rue du Vieux Lavoir", "impasse des Mésanges"],
    line: NUMBER_FIRST,
  },
  DE: {
    towns: [
      ["Freiburg", "Baden-Württemberg", "79098", 47.999, 7.8421],
      ["Leipzig", "Sachsen", "04109", 51.3397, 12.3731],
      ["Münster", "Nordrhein-Westfalen", "48143", 51.9607, 7.6261],
    ],
    streets: ["Lerchenwinkel", "Alte Ziegelstraße", "Mühlgrabenweg"],
    line: NUMBER_LAST,
  },
  ES: {
    towns: [
      ["Valencia", "Comunitat Valenciana", "46002", 39.4699, -0.3763],
      ["Gijón", "Asturias", "33201", 43.5322, -5.6611],
    ],
    streets: ["Calle de los Faroles", "Calle del Molino Viejo", "Paseo de las Garzas"],
    line: NUMBER_LAST,
  },
  IT: {
    towns: [
      ["Bologna", "Emilia-Romagna", "40121", 44.4949, 11.3426],
      ["Trieste", "Friuli-Venezia Giulia", "34121", 45.6495, 13.7768],
    ],
    streets: ["Via dei Lanternai", "Via del Vecchio Mulino", "Vicolo delle Rondini"],
    line: NUMBER_LAST,
  },
  NL: {
    towns: [
      ["Utrecht", "Utrecht", "3511 AB", 52.0907, 5.1214],
      ["Groningen", "Groningen", "9711 LM", 53.2194, 6.5665],
    ],
    streets: ["Lantaarnstraat", "Oude Molenpad", "Reigerkade"],
    line: NUMBER_LAST,
  },
  BE: {
    towns: [
      ["Gent", "Oost-Vlaanderen", "9000", 51.0543, 3.7174],
      ["Namur", "Namur", "5000", 50.4674, 4.8719],
    ],
    streets: ["Lantaarnlaan", "Oude Molenweg", "Zwaluwstraat"],
    line: NUMBER_LAST,
  },
  PT: {
    towns: [
      ["Braga", "Braga", "4700-030", 41.5454, -8.4265],
      ["Coimbra", "Coimbra", "3000-150", 40.2033, -8.4103],
    ],
    streets: ["Rua dos Lampiões", "Rua do Moinho Velho", "Travessa das Andorinhas"],
    line: NUMBER_LAST,
  },
  AT: {
    towns: [
      ["Graz", "Steiermark", "8010", 47.0707, 15.4395],
      ["Linz", "Oberösterreich", "4020", 48.3069, 14.2858],
    ],
    streets: ["Lerchenwinkel", "Alte Mühlgasse", "Laternenweg"],
    line: NUMBER_LAST,
  },
  SE: {
    towns: [
      ["Uppsala", "Uppsala län", "753 10", 59.8586, 17.6389],
      ["Malmö", "Skåne län", "211 22", 55.605, 13.0038],
    ],
    streets: ["Lyktvägen", "Gamla Kvarngatan", "Svalstigen"],
    line: NUMBER_LAST,
  },
  DK: {
    towns: [
      ["Odense", "Syddanmark", "5000", 55.4038, 10.4024],
      ["Aarhus", "Midtjylland", "8000", 56.1629, 10.2039],
    ],
    streets: ["Lygtevænget", "Gamle Møllestræde", "Svalestien"],
    line: NUMBER_LAST,
  },
  FI: {
    towns: [
      ["Turku", "Varsinais-Suomi", "20100", 60.4518, 22.2666],
      ["Tampere", "Pirkanmaa", "33100", 61.4978, 23.761],
    ],
    streets: ["Lyhtypolku", "Vanha Myllykuja", "Pääskysenraitti"],
    line: NUMBER_LAST,
  },
  PL: {
    towns: [
      ["Lublin", "lubelskie", "20-001", 51.2465, 22.5684],
      ["Poznań", "wielkopolskie", "61-001", 52.4064, 16.9252],
    ],
    streets: ["ul. Latarników", "ul. Stary Młyn", "ul. Jaskółcza"],
    line: NUMBER_LAST,
  },
  NO: {
    towns: [
      ["Bergen", "Vestland", "5003", 60.393, 5.3242],
      ["Trondheim", "Trøndelag", "7010", 63.4305, 10.3951],
    ],
    streets: ["Lyktveien", "Gamle Kverngata", "Svalestien"],
    line: NUMBER_LAST,
  },
  EE: {
    towns: [
      ["Tartu", "Tartumaa", "51003", 58.378, 26.729],
      ["Pärnu", "Pärnumaa", "80010", 58.3859, 24.4971],
    ],
    streets: ["Laterna tänav", "Vana-Veski tee", "Pääsukese põik"],
    line: NUMBER_LAST,
  },
  LT: {
    towns: [
      ["Kaunas", "Kauno apskritis", "44280", 54.8985, 23.9036],
      ["Klaipėda", "Klaipėdos apskritis", "91249", 55.7033, 21.1443],
    ],
    streets: ["Žibintų gatvė", "Senojo Malūno gatvė", "Kregždžių alėja"],
    line: NUMBER_LAST,
  },
  LV: {
    towns: [
      ["Cēsis", "Vidzeme", "LV-4101", 57.3119, 25.2745],
      ["Liepāja", "Kurzeme", "LV-3401", 56.5047, 21.0108],
    ],
    streets: ["Laternu iela", "Vecdzirnavu iela", "Bezdelīgu iela"],
    line: NUMBER_LAST,
  },
};
