type Seen = { from: string; happening: string; to: string };

const TITLE = `# The states of Link and the moves between them

Made from the table in \`first-moves.ts\` and \`later-moves.ts\` by \`moves.test.ts\`; a test keeps it
current. Left out are the ways out that every view has: LEFT asks first (EXIT) where something would be
lost, FORCED_OUT ends Link at once.
`;

/** What is left out, since every view has it. */
const EVERYWHERE = ["LEFT", "FORCED_OUT"];

/** A diagram of the moves that were seen to change the view, one arrow for each pair of views. */
export const stateDiagram = (seen: readonly Seen[]): string => {
  const arrows = new Map<string, Set<string>>();
  for (const { from, happening, to } of seen) {
    if (from === to || EVERYWHERE.includes(happening)) continue;
    const arrow = `${place(from)} --> ${place(to)}`;
    arrows.set(arrow, (arrows.get(arrow) ?? new Set()).add(happening));
  }
  const lines = [...arrows].map(([arrow, happenings]) => {
    return `  ${arrow}: ${[...happenings].sort().join(", ")}`;
  });
  return `${TITLE}\n\`\`\`mermaid\nstateDiagram-v2\n${lines.sort().join("\n")}\n\`\`\`\n`;
};

const place = (view: string): string => (view === "CLOSED" ? "[*]" : view);
