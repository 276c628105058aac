import { type Row, type SandboxInstitution, sandboxInstitution } from "./institution.ts";
import { CUSTOMER_NUMBER_AND_PIN } from "./login-forms.ts";

/** Routing numbers begin with 80, a range once kept for travellers' cheques; no bank has one. */
type UsRow = Row & {
  routing: readonly [string, ...string[]];
  /** The routing number for wires where it is not the first; null where there is none. */
  wire?: string | null;
};

const ROWS: UsRow[] = [
  {
    id: 109508,
    name: "First Platypus Bank",
    mark: "tide",
    color: "#0b5c6b",
    aliases: ["FPB"],
    routing: ["804654979", "805322543", "807999194"],
    wire: "803090712",
  },
  {
    id: 109512,
    name: "Houndstooth Bank",
    mark: "knot",
    color: "#3a3f4b",
    aliases: ["Dogtooth"],
    routing: ["802486644", "803550430"],
  },
  {
    id: 109509,
    name: "Herringbone Credit Union",
    mark: "arch",
    color: "#7a3b12",
    routing: ["806754291"],
  },
  {
    id: 109510,
    name: "Seersucker Federal Credit Union",
    mark: "drop",
    color: "#1f5fa8",
    aliases: ["Seersucker FCU"],
    routing: ["805070316"],
    wire: "805313031",
  },
  {
    id: 109511,
    name: "Corduroy Savings Bank",
    mark: "hill",
    color: "#6b4a1e",
    routing: ["804413550"],
    products: ["transactions", "auth", "identity", "balance"],
  },
  {
    id: 910001,
    name: "Quillfeather Bank",
    mark: "leaf",
    color: "#3f2d84",
    aliases: ["QFB"],
    routing: ["803728398", "803896107"],
  },
  {
    id: 910002,
    name: "Copperthistle National Bank",
    mark: "bloom",
    color: "#9a3412",
    routing: ["803017449", "804432971", "804798330"],
    wire: "803115574",
  },
  {
    id: 910003,
    name: "Marmalade & Moss Bank",
    mark: "drop",
    color: "#b3470a",
    aliases: ["Marmalade and Moss"],
    routing: ["807936940"],
  },
  {
    id: 910004,
    name: "Lanternfield Trust",
    mark: "arch",
    color: "#7b1e3a",
    routing: ["804615329", "807416541"],
  },
  { id: 910005, name: "Snowbadger Bank", mark: "crest", color: "#2f3e46", routing: ["801789863"] },
  {
    id: 910006,
    name: "Saltmarrow Credit Union",
    mark: "tide",
    color: "#16607a",
    aliases: ["Saltmarrow CU"],
    routing: ["804148919"],
    wire: null,
    products: ["auth", "balance"],
  },
  { id: 910007, name: "Tumbleweft Bank", mark: "knot", color: "#8a2f6b", routing: ["803492970"] },
  {
    id: 910008,
    name: "Gladewhistle Community Bank",
    mark: "leaf",
    color: "#2d6a3e",
    routing: ["803167946"],
    products: ["transactions", "auth", "identity", "assets", "balance"],
  },
  {
    id: 910009,
    name: "Brindlemoor Savings",
    mark: "hill",
    color: "#5b3a29",
    routing: ["802886558"],
    products: ["transactions", "identity", "balance"],
  },
  {
    id: 910010,
    name: "Wanderoak Federal Credit Union",
    mark: "leaf",
    color: "#4a6b12",
    aliases: ["Wanderoak FCU"],
    routing: ["804289742"],
    fields: CUSTOMER_NUMBER_AND_PIN,
  },
  { id: 910011, name: "Emberquill Bank", mark: "bloom", color: "#b3261e", routing: ["804016371"] },
  { id: 910012, name: "Kettlemoth Bank", mark: "crest", color: "#4b4453", routing: ["804542832"] },
  {
    id: 910013,
    name: "Larkspindle Cooperative Bank",
    mark: "arch",
    color: "#17617f",
    routing: ["804315140"],
    products: ["transactions", "auth", "balance"],
  },
  {
    id: 910014,
    name: "Paperlantern Card",
    mark: "bloom",
    color: "#a3195b",
    routing: ["805065114"],
    products: ["transactions"],
  },
  {
    id: 910015,
    name: "Yarrowgate Wealth",
    mark: "crest",
    color: "#1e3a5f",
    routing: ["802026075"],
    products: ["transactions", "identity", "income", "assets", "balance"],
  },
  { id: 135858, name: "Windowpane Bank", mark: "arch", color: "#0f5d4e", routing: ["804192156"] },
  {
    id: 127287,
    name: "Platypus OAuth Bank",
    mark: "tide",
    color: "#5a31a0",
    routing: ["806220233"],
    oauth: true,
  },
  {
    id: 132241,
    name: "Platypus App-to-App Bank",
    mark: "tide",
    color: "#33508c",
    aliases: ["app2app"],
    routing: ["807351871"],
    oauth: true,
  },
  {
    id: 132363,
    name: "Drowsy Platypus Bank",
    mark: "tide",
    color: "#8a5a00",
    aliases: ["Degraded"],
    routing: ["801511015"],
    health: "DEGRADED",
  },
  {
    id: 132361,
    name: "Sleeping Platypus Bank",
    mark: "tide",
    color: "#5c5f66",
    aliases: ["Down"],
    routing: ["807296826"],
    health: "DOWN",
  },
  {
    id: 133402,
    name: "Retired Platypus Bank",
    mark: "tide",
    color: "#6e5a4f",
    aliases: ["Unsupported"],
    routing: ["801183980"],
    supported: false,
  },
];

/** Institutions at home in the United States, most prominent first. */
export const unitedStates: SandboxInstitution[] = ROWS.map((row) => {
  const { routing, wire = routing[0] } = row;
  return sandboxInstitution(row, { country: "US", routing, wire });
});
