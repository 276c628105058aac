type Country = { currency: string; places: string[]; shops: string[]; restaurants: string[] };

/** A country per row: its currency, places, shops, and restaurants with tips. */
const TABLE = `
USD|Oakland CA,Seattle WA,Madison WI,Brooklyn NY,Austin TX|Trader Joe's,Whole Foods Market,Target,Home Depot,Walgreens,Chevron,Best Buy,Motel 6,Barnes & Noble,Ace Hardware,Amazon,Costco,7-Eleven,Delta Air Lines|The Cheesecake Factory,Chipotle,Olive Garden,P.F. Chang's,Joe's Crab Shack,Zuni Café,Blue Bottle Coffee,Peet's Coffee
CAD|Toronto ON,Montréal QC|Tim Hortons,Canadian Tire,Loblaws,Pharmaprix,Dépanneur Couche-Tard|St-Hubert,Joe Beef,Boston Pizza
MXN|Monterrey NL,Guadalajara JAL|Oxxo,Soriana,Farmacias del Ahorro,Liverpool,Chedraui|Sanborns,El Cardenal,Taquería Orinoco
BRL|São Paulo SP,Curitiba PR|Pão de Açúcar,Magazine Luiza,Drogaria São João,Posto Ipiranga|Churrascaria Fogo de Chão,Padaria Bella Paulista
GBP|London,Leeds,Edinburgh|Tesco,Sainsbury's,Boots,Marks & Spencer,Greggs,Waterstones,Argos,BP|Nando's,Dishoom,Pizza Pilgrims,Wagamama
EUR|Paris,Lyon,Nantes|Carrefour,Monoprix,Fnac,Décathlon,Leroy Merlin,Boulangerie Poilâne|Brasserie Lipp,Hippopotamus,Crêperie de Josselin
EUR|Berlin,München,Köln|Rewe,Edeka,Müller,Bäckerei Kamps,Dm Drogerie,Rossmann,Saturn|Vapiano,Gasthof Krone,Schlögl's Bräustüberl
EUR|Madrid,Sevilla|Mercadona,El Corte Inglés,Zara,Repsol,Eroski|Casa Lucio,Bar Tomás,Goiko
EUR|Milano,Roma|Esselunga,Conad,Feltrinelli,Tigotà|Trattoria da Enzo,Gelateria Giolitti
EUR|Lisboa,Porto|Pingo Doce,Continente,Galp|Pastéis de Belém,Cervejaria Ramiro
EUR|Helsinki,Tampere|Prisma,Stockmann,Alepa|Hesburger,Ravintola Savoy
CHF|Zürich,Genève|Migros,Coop,Manor,Kiosk am Bahnhof|Zeughauskeller,Café Sprüngli
SEK|Stockholm,Malmö|H&M,Systembolaget,Ica Kvantum,Åhléns|Espresso House,Pelikan
DKK|København,Aarhus|Føtex,Netto,Søstrene Grene|Sticks'n'Sushi,Grød
NOK|Oslo,Tromsø|Kiwi,Vinmonopolet,Bunnpris|Peppes Pizza,Fiskeriet
PLN|Warszawa,Łódź|Żabka,Biedronka,Orlen,Empik|Pijalnia Wódki i Piwa,Pierogarnia Mandu
CZK|Praha,Brno|Albert,Alza,Globus|Lokál Dlouhááá,Kolkovna
TRY|İstanbul,Ankara|Migros Ticaret,Şok Market,Hepsiburada|Köfteci Yusuf,Mado
ILS|Tel Aviv,Haifa|שופרסל,Super-Pharm,רמי לוי|ארומה,Café Nimrod
AED|Dubai,Abu Dhabi|كارفور,Lulu Hypermarket,Emarat|Al Mallah,Operation Falafel
INR|Mumbai,Bengaluru|Big Bazaar,Reliance Fresh,Flipkart|Haldiram's,Saravana Bhavan
JPY|Tokyo,Osaka|セブン-イレブン,ローソン,ヨドバシカメラ,Uniqlo,Don Quijote|すき家,Ichiran Ramen
KRW|Seoul,Busan|이마트,Olive Young,GS Retail|교촌치킨,Paris Baguette
CNY|Shanghai,Beijing|京东,盒马鲜生,Miniso|海底捞,Luckin
THB|Bangkok,Chiang Mai|บิ๊กซี,Tops Daily|Jay Fai,Somtum Der
UAH|Kyiv,Lviv|Сільпо,АТБ,Rozetka|Пузата Хата,Kryivka
GEL|Tbilisi|Goodwill,Nikora|სამიკიტნო,Fabrika Tbilisi
AUD|Sydney NSW,Perth WA|Woolworths,Bunnings,Dan Murphy's,Kmart|Hungry Jack's,Bills
ZAR|Cape Town,Durban|Pick n Pay,Checkers,Engen|Ocean Basket,Steers
NGN|Lagos,Abuja|Shoprite,Jumia,Konga|Chicken Republic,Mama Cass
`;

export const COUNTRIES: readonly Country[] = TABLE.trim()
  .split("\n")
  .map((row) => {
    const [currency = "", ...lists] = row.split("|");
    const [places = [], shops = [], restaurants = []] = lists.map((list) => list.split(","));
    return { currency, places, shops, restaurants };
  });

export const MERCHANTS: readonly string[] = COUNTRIES.flatMap(({ shops, restaurants }) => [
  ...shops,
  ...restaurants,
]);

/** Different merchants with similar names that share no word. */
export const LOOKALIKES: readonly (readonly [string, string])[] = (
  "Shell/Shelly's Diner,Apple/Applebee's,Costa/Costco,Ross/Rossmann,Spar/Sparkasse,Coop/Cooper's Hawk," +
  "Orange/Orangetheory Fitness,Next/Nextbike,Boots/Bootstrap Bazaar,Metro/Metropole Kino,Zara/Zarautz Bar," +
  "Mango/Mangal Kebab,Total/Totally Wine,Migros/Migrol,Lidl/Lidia's Pasta,Target/Targa Autos,Sky/Skype," +
  "H&M/HMSHost,Casa/Casey's,Fnac/Fnacky Bar,Müller/Müllerbrot,Сільпо/Сільпром,Delta/Deltaco,Aldi/Aldin Books"
)
  .split(",")
  .map((pair) => pair.split("/"))
  .map(([one = "", other = ""]) => [one, other] as const);

/** Different merchants whose names share only common words. */
export const NAMESAKES: readonly (readonly [string, string])[] = (
  "Peet's Coffee/Blue Bottle Coffee,Whole Foods Market/Borough Market,Boston Pizza/Peppes Pizza,Pizza Pilgrims/Domino's Pizza," +
  "Zuni Café/Café Nimrod,Copper Kettle Coffee Shop/The Body Shop,Ace Hardware/Westlake Hardware,Joe Beef Restaurant/Krone Restaurant," +
  "Hotel Adlon/Hotel Sacher,Bäckerei Kamps/Bäckerei Wünsche,Farmacia Central Soler/Farmacia Lozano,Kiwi Store/Manor Store"
)
  .split(",")
  .map((pair) => pair.split("/"))
  .map(([one = "", other = ""]) => [one, other] as const);

export const SUBSCRIPTIONS =
  "Netflix,Spotify,Disney Plus,Audible,Canal+,Deezer,Dropbox,New York Times,iCloud,Le Monde,Globoplay,Viaplay".split(
    ",",
  );

export const CHAINS =
  "Starbucks,Walgreens,McDonald's,Tesco,Żabka,Rewe,Migros,Oxxo,Tim Hortons,7-Eleven,Subway,Kaufland".split(
    ",",
  );

export const EMPLOYERS =
  "Acme,Nordwind,Lumière & Fils,Hartley Brothers,Żuraw,Tanaka,Okafor,Kolibri".split(",");

export const PEOPLE =
  "Ana Souza,Tom Becker,Chloé Marchand,Yusuf Demir,Priya Nair,Søren Holm,Mei Tanaka,Olu Adeyemi".split(
    ",",
  );

export const PROCESSORS = ["SQ *", "PAYPAL *", "TST* ", "SumUp  *", "ZETTLE_*", "PP*", "IZ *"];

/** Words that banks write before a merchant. */
export const BANK_WORDS = [
  "POS DEBIT ",
  "CHECKCARD 0302 ",
  "VISA PURCHASE ",
  "CARD 4279 ",
  "KARTENZAHLUNG ",
  "CB ",
  "PAIEMENT PAR CARTE ",
  "COMPRA TARJETA ",
  "ZAKUP KARTA ",
];

/** Descriptors that name no merchant. */
export const GENERIC = [
  "POS PURCHASE",
  "DEBIT CARD PURCHASE",
  "CARD PAYMENT",
  "Pending transaction",
  "VISA PURCHASE 4279",
  "KARTENZAHLUNG",
  "PAIEMENT PAR CARTE",
  "COMPRA TARJETA",
  "POS 000183 REF 7730012",
];

/** Words that identify no merchant, in addition to places and the banks' words. */
export const COMMON = (
  "the and of at to from in a i de da do del di du la le les el am et y fils store shop corner market coffee cafe pizza bar hotel " +
  "restaurant restaurante backerei boulangerie farmacia pharmacy hardware kiosk supermarket express center centre city inc ltd gmbh llc " +
  "ref fact no nr id payroll salary wages corp atm cash withdrawal machine check cheque paid number transfer online savings " +
  "checking account payment fee foreign transaction pending preauthorization authorization hold venmo zelle paypal sumup zettle " +
  "tst sq pp iz klarna refund credit deposit mobile"
).split(" ");
