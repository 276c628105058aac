import { isNode, type Node, walk } from "./walk.ts";

/** A small change of a text that breaks it: what takes the place of a part of it. */
export type Mutation = { operator: Operator; start: number; end: number; text: string };

type Operator =
  | "a condition is negated"
  | "a comparison is shifted"
  | "a side is left out"
  | "a statement is left out"
  | "a write leaves its transaction"
  | "a filter is dropped";

const SHIFTED: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
};

/** The methods whose call chooses rows or values. */
const FILTERS = new Set(["where", "filter"]);

/** Returns all mutations of a TypeScript text. */
export const mutationsOf = (text: string): Mutation[] => {
  const mutations: Mutation[] = [];
  const source = ({ start, end }: Node) => text.slice(start, end);
  const add = (operator: Operator, { start, end }: Node, replacement: string) =>
    mutations.push({ operator, start, end, text: replacement });
  walk(text, (node) => {
    const { test, left, right, operator, expression } = node;
    if ((node.type === "IfStatement" || node.type === "ConditionalExpression") && isNode(test))
      add("a condition is negated", test, `!(${source(test)})`);
    const shifted = SHIFTED[String(operator)];
    if (node.type === "BinaryExpression" && shifted && isNode(left) && isNode(right))
      add("a comparison is shifted", node, `${source(left)} ${shifted} ${source(right)}`);
    if (node.type === "LogicalExpression" && operator !== "??" && isNode(left) && isNode(right)) {
      add("a side is left out", node, source(left));
      add("a side is left out", node, source(right));
    }
    if (node.type === "ExpressionStatement" && isNode(expression) && isCall(expression))
      add("a statement is left out", node, ";");
    const call = methodCall(node);
    if (!call) return;
    if (call.method === "transact" && call.first)
      add(
        "a write leaves its transaction",
        node,
        `(async () => (${source(call.first)})(${source(call.object)} as never))()`,
      );
    if (FILTERS.has(call.method)) add("a filter is dropped", node, source(call.object));
  });
  return mutations;
};

const isCall = (node: Node): boolean => {
  const inner = node.type === "AwaitExpression" ? node.argument : node;
  return isNode(inner) && inner.type === "CallExpression";
};

/** The object, the method and the first argument of a call of a method; undefined for other nodes. */
function methodCall(
  node: Node,
): { object: Node; method: string; first: Node | undefined } | undefined {
  const { callee } = node;
  if (node.type !== "CallExpression" || !isNode(callee) || callee.type !== "MemberExpression")
    return undefined;
  const { object, property } = callee;
  if (!isNode(object) || !isNode(property) || callee.computed === true) return undefined;
  const [first] = node.arguments as unknown[];
  return { object, method: String(property.name), first: isNode(first) ? first : undefined };
}
