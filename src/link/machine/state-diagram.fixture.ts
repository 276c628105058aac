type Transition = { from: string; event: string; to: string };

const TITLE = `# The states of Link and the moves between them

Made from the tables in \`first-moves.ts\`, \`form-moves.ts\` and \`all-moves.ts\` by
\`machine-properties.test.ts\`; the test keeps it current. Left out are the ways out that every view has:
\`exit.requested\` asks first (EXIT) where something would be lost, \`exit.forced\` ends Link at once.
`;

/** What is left out, since every view has it. */
const EVERYWHERE = ["exit.requested", "exit.forced"];

/** A diagram of the transitions that change the state's name, one arrow for each pair of states. */
export const stateDiagram = (transitions: readonly Transition[]): string => {
  const arrows = new Map<string, Set<string>>();
  for (const { from, event, to } of transitions) {
    if (from === to || EVERYWHERE.includes(event)) continue;
    const arrow = `${place(from)} --> ${place(to)}`;
    arrows.set(arrow, (arrows.get(arrow) ?? new Set()).add(event));
  }
  const lines = [...arrows].map(
    ([arrow, events]) => `  ${arrow}: ${[...events].sort().join(", ")}`,
  );
  return `${TITLE}\n\`\`\`mermaid\nstateDiagram-v2\n${lines.sort().join("\n")}\n\`\`\`\n`;
};

const place = (name: string): string => (name === "CLOSED" ? "[*]" : name);
