import { isNode, type Node, walk } from "../code/walk.ts";

/**
 * A small change of a text that breaks it: the replaced part, its replacement, and both texts for
 * display.
 */
export type Mutation = {
  operator: string;
  start: number;
  end: number;
  text: string;
  before: string;
  after: string;
};

/** Reports to listeners that the mutated code runs. */
const MARK = "globalThis.onMutantReached?.()";

const SHIFTED: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
};

const SWAPPED: Record<string, string> = { "&&": "||", "||": "&&" };

const OPPOSITE: Record<string, string> = { "+": "-", "-": "+", "*": "/", "/": "*" };

/** Methods whose call filters rows or values. */
const FILTERS = new Set(["where", "filter"]);

/** The methods that return a list. */
const LISTS = new Set(["map", "filter", "flatMap", "toSorted", "slice"]);

/** A part to replace: an expression, or a statement to delete. */
type Change = { part?: Node; before?: Node | string; after: string | undefined };

/** The operators: each returns the changes of a node. */
const OPERATORS: Record<string, (node: Node, source: (node: Node) => string) => Change[]> = {
  "a condition is negated": ({ type, test }, source) => {
    if (!DECISIONS.has(type) || !isNode(test) || isEquality(test)) return [];
    return [{ part: test, after: `!(${source(test)})` }];
  },
  "a comparison is shifted": (node, source) => binary(node, "BinaryExpression", SHIFTED, source),
  "and is swapped with or": (node, source) => binary(node, "LogicalExpression", SWAPPED, source),
  "plus is swapped with minus": (node, source) =>
    isText(node) ? [] : binary(node, "BinaryExpression", OPPOSITE, source),
  "a side is left out": ({ type, operator, left, right }, source) => {
    if (type !== "LogicalExpression" || operator === "??" || !isNode(left) || !isNode(right))
      return [];
    return [{ after: source(left) }, { after: source(right) }];
  },
  "a statement is left out": ({ type, expression }) => {
    const isEffect = type === "ExpressionStatement" && isNode(expression) && hasEffect(expression);
    return isEffect || type === "ThrowStatement" ? [{ after: undefined }] : [];
  },
  "a write leaves its transaction": (node, source) => {
    const call = methodCall(node);
    if (call?.method !== "transact" || !call.first) return [];
    return [{ after: `(async () => (${source(call.first)})(${source(call.object)}))()` }];
  },
  "a filter is dropped": (node, source) => {
    const call = methodCall(node);
    if (!call || !FILTERS.has(call.method)) return [];
    const object = source(call.object);
    return [{ before: source(node).slice(object.length), after: object }];
  },
  "a constant is returned": ({ type, argument, body }) => {
    const value = type === "ArrowFunctionExpression" ? body : argument;
    if ((type !== "ReturnStatement" && type !== "ArrowFunctionExpression") || !isNode(value))
      return [];
    const constants = constantsFor(value, type === "ReturnStatement");
    return constants.map((after) => ({ part: value, after }));
  },
};

/** Returns all mutations of a TypeScript text. */
export const listMutations = (text: string): Mutation[] => {
  const mutations: Mutation[] = [];
  const source = ({ start, end }: Node) => text.slice(start, end);
  walk(text, (node) => {
    for (const [operator, changesOf] of Object.entries(OPERATORS))
      for (const { part = node, before = part, after } of changesOf(node, source)) {
        const { start, end } = part;
        const isDropped = typeof before === "string";
        mutations.push({
          ...{ operator, start, end },
          text: after === undefined ? `${MARK};` : `(${MARK}, ${after})`,
          before: brief(isDropped ? before : source(before)),
          after: isDropped ? "" : brief(after ?? ""),
        });
      }
  });
  return mutations;
};

const DECISIONS = new Set(["IfStatement", "ConditionalExpression", "WhileStatement"]);

/** The longest part of the code that a record repeats. */
const MAX_TEXT = 120;

const brief = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, MAX_TEXT);

/** Negating an equality equals shifting it. */
const isEquality = ({ type, operator }: Node): boolean =>
  type === "BinaryExpression" && (operator === "===" || operator === "!==");

function binary(
  { type, operator, left, right }: Node,
  wanted: string,
  others: Record<string, string>,
  source: (node: Node) => string,
): Change[] {
  const other = others[String(operator)];
  if (type !== wanted || !other || !isNode(left) || !isNode(right)) return [];
  return [{ after: `${operand(left, source)} ${other} ${operand(right, source)}` }];
}

const operand = (node: Node, source: (node: Node) => string): string =>
  node.type === "LogicalExpression" || node.type === "BinaryExpression"
    ? `(${source(node)})`
    : source(node);

/** Whether a sum joins texts. */
const isText = ({ type, value, left, right }: Node): boolean =>
  type === "TemplateLiteral" ||
  (type === "Literal" && typeof value === "string") ||
  (type === "BinaryExpression" && [left, right].some((side) => isNode(side) && isText(side)));

const EFFECTS = new Set(["CallExpression", "AssignmentExpression", "UpdateExpression"]);

const hasEffect = (node: Node): boolean => {
  const inner = node.type === "AwaitExpression" ? node.argument : node;
  return isNode(inner) && EFFECTS.has(inner.type);
};

/** Returns the constants of a value's type; undefined stands for a call's result. */
function constantsFor(value: Node, isStatement: boolean): string[] {
  const { type, operator, elements } = value;
  if (type === "Literal") return constantsForLiteral(value.value);
  if (type === "UnaryExpression" && operator === "!") return ["true", "false"];
  if (type === "BinaryExpression" && String(operator) in SHIFTED) return ["true", "false"];
  if (type === "LogicalExpression" && String(operator) in SWAPPED) return ["true", "false"];
  if (type === "ArrayExpression") return (elements as unknown[]).length > 0 ? ["[]"] : [];
  if (LISTS.has(methodCall(value)?.method ?? "")) return ["[]"];
  return isStatement && (type === "CallExpression" || type === "AwaitExpression")
    ? ["undefined"]
    : [];
}

function constantsForLiteral(value: unknown): string[] {
  if (typeof value === "boolean") return [String(!value)];
  if (typeof value === "number") return [value === 0 ? "1" : "0"];
  return typeof value === "string" && value !== "" ? ['""'] : [];
}

/** The object, the method and the first argument of a method call; undefined for other nodes. */
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
