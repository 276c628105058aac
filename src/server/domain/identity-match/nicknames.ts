/** First names that are short for another one: a line each, the whole name last if several share one. */
const NICKNAMES = `
al albert alan alfred alexander
alex alexander alexandra alejandro alessandro
andy drew andrew andreas
angie angela angelika
annie ann anna anne
barb barbara
bea beatrice beatriz
becky rebecca
ben benny benjamin
bernie bernard bernhard
beth betty liz lizzie lisa elizabeth elisabeth
bill billy will willy willi liam william wilhelm
bob bobby rob robbie robert roberto
caro carol carolin caroline carolina
cathy kathy kate katie kat catherine katherine katharina
charlie chuck carlo charles
chris christian christopher christoph christine christina
cindy cynthia
dan danny daniel daniela
dave davey david
debbie deb deborah
dick rick ricky rich richard ricardo
don donnie donald
doug douglas
ed eddie ted teddy edward eduard
ellie eleanor eleonore
emma emmanuelle
fran frankie frank francis frances franz francesco francisco
fred freddie frederick friedrich frederic
gabi gaby gabriele gabriela gabrielle
greg gregory gregor
hans johann johannes
harry harold henry
jack john jonathan
jake jacob jakob
jamie jim jimmy james
jeff geoff jeffrey geoffrey
jen jenny jennifer
jerry gerald jeremy jerome
jess jessie jessica
jo joe joey joseph josef
josh joshua
juli julie julia juliana
ken kenny kenneth
larry lawrence laurence lorenz
leo leonard leonardo
lena helena magdalena
mag maggie meg peggy greta margaret margarete margarita
manu manuel manuela emmanuel
mandy amanda
marc marcus markus
matt matty matthew matthias matteo
max maximilian maxwell maxime
mike micky mick michael michel miguel
mitch mitchell
nat nate nathan nathaniel
nick nico nicky nicholas nikolaus nicolas nicole
pam pamela
pat patty tricia patricia patrick
pepe jose
pete peter pedro
phil philip philipp philippe
ray raymond
ron ronnie ronald
sam sammy samuel samantha
sandy sandra alexandra
sebi seb bastian sebastian
steve stephen steven stefan
sue susie suzy susan susanne
terry teresa theresa terence
theo theodore theodor
tim timmy timothy
tom tommy thomas tomas
tony anthony anton antonio
uli ulrich ulrike
vicky victoria viktoria
vince vincent vincenzo
vroni veronica veronika
`;

const GROUPS: readonly (readonly string[])[] = NICKNAMES.trim()
  .split("\n")
  .map((line) => line.split(" "));

/** Whether two different first names can be one person's, as Bob and Robert can. */
export const areNicknames = (a: string, b: string): boolean =>
  a !== b && GROUPS.some((group) => group.includes(a) && group.includes(b));
