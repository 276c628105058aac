import { isNode, type Node, walk } from "./walk.ts";

/** A piece of code that may run: a function, or one side of a decision. */
export type Branch = { start: number; end: number };

/** The sides of each kind of decision, next to the functions. */
const SIDES: Record<string, (node: Node) => unknown[]> = {
  IfStatement: ({ consequent, alternate }) => [consequent, alternate],
  ConditionalExpression: ({ consequent, alternate }) => [consequent, alternate],
  LogicalExpression: ({ right }) => [right],
  AssignmentPattern: ({ right }) => [right],
  SwitchCase: ({ consequent }) => (consequent as unknown[]).slice(0, 1),
  CatchClause: ({ body }) => [body],
  FunctionDeclaration: ({ body }) => [body],
  FunctionExpression: ({ body }) => [body],
  ArrowFunctionExpression: ({ body }) => [body],
};

/** Returns the branches of a TypeScript text in order. */
export const listBranches = (text: string): Branch[] => {
  const branches: Branch[] = [];
  walk(text, (node) => {
    for (const side of SIDES[node.type]?.(node) ?? [])
      if (isNode(side)) branches.push({ start: side.start, end: side.end });
  });
  return branches.toSorted((one, other) => one.start - other.start);
};
