import { plainWords } from "./plain-words.ts";

/**
 * First names and their short forms, a line each. Short forms before the first bar may belong to
 * any name of the line; each part between bars has the spellings of one name.
 */
const NICKNAMES = `
al | albert alberto | alan allan | alfred alfredo | alexander
alex lex sandy sasha xander | alexander aleksander alessandro alejandro alexandre alexandros | alexandra alessandra alejandra aleksandra
ale | alessandro alejandro | alessandra alejandra
andy drew | andrew andreas andrej andrei
angie | angela | angelika angelica | angelina
annie ann anni nan | anna anne hannah
barb babs barbie | barbara
bea trixie | beatrice beatriz beatrix
becky becca | rebecca rebekka
ben benny benji | benjamin
beppe peppe pino | giuseppe
bernie | bernard bernhard bernardo
beth betty bess liz lizzie lisa lisbeth elsa elise ilse | elizabeth elisabeth elisabetta isabel
bill billy will willy willi liam | william wilhelm guillermo guillaume guglielmo
bob bobby rob robbie bert | robert roberto
caro carrie | carol carole | carolin caroline carolina | charlotte
lottie lotte charlie | charlotte
cathy kathy kate katie kat kathi kitty katya | catherine katherine katharina caterina catalina ekaterina
charlie chuck chas carlo carlos | charles karl
chris kit | christian cristian | christopher christoph cristobal christophe | christine christina cristina kristina
cindy | cynthia | lucinda
dan danny dani | daniel daniele | daniela daniella danielle
dave davey | david davide
debbie deb | deborah debora
dick rick ricky rich richie | richard ricardo riccardo
dima mitya | dmitriy dmitri dimitri dimitrios
dom nic | dominic dominik domenico
don donnie | donald
dot dottie dolly dora thea | dorothy dorothea | theodora
doug | douglas
ed eddie ted teddy ned lalo edu | edward eduard eduardo edoardo edouard | edwin | edgar | edmund
ellie nell nora | eleanor eleonore eleonora | helen helena
fede | federico | federica
fran frankie frank frannie | francis francisco francesco francois franz | frances francesca francisca francoise franziska
paco pancho curro | francisco
cesco checco | francesco
franzi | franziska
fred freddie fritz fredi | frederick friedrich frederic federico | alfred
gabi gaby gabe | gabriel gabriele | gabriela gabriella gabrielle
gianni nino vanni | giovanni
gigi | luigi
gina | georgina | regina | luigina
greg | gregory gregor gregorio
gus | augustus august augusto | gustav gustavo
hal hank harry | harold | henry henri heinrich enrico enrique | harrison
heiner heinz | heinrich
hans hannes hansi jan | johannes johann
ian | john
jack johnny jon | john | jonathan | johannes
jake | jacob jakob
jamie jim jimmy jay | james jaime giacomo
jeff geoff | jeffrey geoffrey
jen jenny jenn | jennifer
jerry gerry | gerald gerard gerhard | jeremy | jerome geronimo
jess jessie | jessica
jo joe joey jojo | joseph josef giuseppe jose | joanna johanna joanne | josephine
josh | joshua
juli jules | julia giulia | julie | juliana juliane | julian julien giuliano | julius julio jules
kenny ken | kenneth
kim | kimberly
kostas | konstantinos
larry lars | lawrence laurence lorenz lorenzo laurent laurentius
leo leon lenny | leonard leonardo leonhard | leopold leopoldo
lola loli | dolores
lupe | guadalupe
mag maggie meg peggy greta gretchen margot madge rita daisy | margaret margarete margarita margherita marguerite
maite | teresa
manu manolo manny | manuel emmanuel | manuela emmanuelle
mandy | amanda
marc mark | marcus markus marco marcos
matt matty mattie | matthew matthias matteo mateo matthieu
max maxi | maximilian maximiliano maximilien | maxwell | maxime
mel | melanie | melissa
mia mitzi mimi | maria miriam
mike micky mick mickey misha | michael michel miguel michele mikhail
mitch | mitchell
molly polly | mary
nacho | ignacio
nat nate | nathan | nathaniel
natasha nata | natalya natalia natalie
nick nico nicky niko klaus claus | nicholas nikolaus nicolas niccolo nikolaos nikolay | nicole nicola
pam | pamela
pat patty trish tricia paddy | patricia | patrick patrizio
pepe pepito | jose
pepa | josefa
pete | peter pedro pietro pierre petros
phil pippo | philip philipp philippe felipe filippo
rafa rafi | rafael raffael raphael raffaele
ray | raymond raimund ramon
reg | reginald
ron ronnie | ronald
rosie | rose rosa | rosemary rosemarie
russ | russell
sam sammy | samuel samuele | samantha
sandy sandra | sandra | alexandra alessandra
santi | santiago
sebi seb bastian basti | sebastian sebastiano sebastien
serge seryozha | sergey sergei sergio sergius
steph steffi | stephanie stefanie stefania
steve stevie stef steffen | stephen steven stefan stefano esteban etienne stephane
sue susie suzy susi sanne | susan | susanne susanna susana suzanne
terry tess resi | teresa theresa therese | terence
theo | theodore theodor | theophile
tim timmy | timothy | timotheus
tina | christina cristina | martina | bettina | valentina
toby | tobias
tom tommy | thomas tomas tommaso
toni tony toño | anthony anton antonio antoine antonios | antonia antonella
uli | ulrich | ulrike
vicky vic vicki | victoria viktoria | victor viktor vittorio
vince enzo | vincent vincenzo vicente
vroni ronnie | veronica veronika
wally walt | walter gualtiero
yiorgos giorgos | georgios george
zach zack | zachary
`;

type Names = { shorts: ReadonlySet<string>; wholes: readonly ReadonlySet<string>[] };

const LINES: readonly Names[] = NICKNAMES.trim()
  .split("\n")
  .map((line) => {
    const [shorts = new Set<string>(), ...wholes] = line
      .split("|")
      .map((part) => new Set(plainWords(part)));
    return { shorts, wholes };
  });

/** Whether two different first names can be one person's, as Bob and Robert can; Christian and Christina cannot. */
export const areNicknames = (a: string, b: string): boolean =>
  a !== b && LINES.some((line) => isOneOf(line, a, b));

function isOneOf({ shorts, wholes }: Names, a: string, b: string): boolean {
  const [isShort, isOtherShort] = [shorts.has(a), shorts.has(b)];
  if (isShort && isOtherShort) return true;
  if (isShort) return wholes.some((whole) => whole.has(b));
  if (isOtherShort) return wholes.some((whole) => whole.has(a));
  return wholes.some((whole) => whole.has(a) && whole.has(b));
}

const KNOWN: ReadonlySet<string> = new Set(
  LINES.flatMap(({ shorts, wholes }) => [...shorts, ...wholes.flatMap((whole) => [...whole])]),
);

/** Whether a word is a first name of the list: two of them that are no nicknames are two people's. */
export const isKnownFirstName = (word: string): boolean => KNOWN.has(word);
