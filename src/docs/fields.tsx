import { type ApiDocument, listChoices, resolve, type Schema } from "./document.ts";
import { Prose } from "./markup.tsx";

type Props = { schema: Schema; document: ApiDocument; omit?: readonly string[]; depth?: number };

/** Deeper than any body of the API. */
const DEEPEST = 8;

/** The fields of an object, each with its type and description; nested fields are folded. */
export const Fields = ({ schema, document, omit = [], depth = 0 }: Props) => {
  const { properties = {}, required = [] } = resolve(schema, document);
  const names = Object.keys(properties).filter((name) => !omit.includes(name));
  if (names.length === 0) return <p class="quiet">No fields.</p>;
  return (
    <ul class="fields">
      {names.map((name) => {
        const field = resolve(properties[name] ?? {}, document);
        const inner = innerOf(field, document);
        return (
          <li key={name}>
            <p class="field">
              <code class="field-name">{name}</code>
              <span class="type">{describeType(field, document)}</span>
              {required.includes(name) || <span class="optional">optional</span>}
            </p>
            {field.description && <Prose>{field.description}</Prose>}
            <Bounds schema={field} document={document} />
            {inner && depth < DEEPEST && (
              <details class="fold">
                <summary>
                  Fields of <code>{name}</code>
                </summary>
                <Fields schema={inner} document={document} depth={depth + 1} />
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
};

/** The bounds of a value: its enumeration, lengths and limits. */
const Bounds = ({ schema, document }: { schema: Schema; document: ApiDocument }) => {
  const words = (resolve(schema.items ?? {}, document).enum ?? schema.enum ?? []).filter(
    (word) => word !== null,
  );
  const limits = describeLimits(schema);
  if (words.length === 0 && limits === "") return null;
  return (
    <p class="quiet">
      {words.length > 0 && (
        <>
          {"One of "}
          {words.map((word, n) => (
            <>
              {n > 0 && ", "}
              <code>{String(word)}</code>
            </>
          ))}
          {". "}
        </>
      )}
      {limits}
    </p>
  );
};

/** Longer bounds are for safety only, and not shown. */
const LONG = 1000;
const MAX_INTEGER = 2 ** 53 - 1;

function describeLimits({ minimum, maximum, maxLength, minItems, maxItems }: Schema): string {
  const max = maximum !== undefined && maximum < MAX_INTEGER ? maximum : undefined;
  const min = minimum !== undefined && minimum > -MAX_INTEGER ? minimum : undefined;
  return [
    min !== undefined && max !== undefined && `From ${min} to ${max}.`,
    min !== undefined && max === undefined && `At least ${min}.`,
    min === undefined && max !== undefined && `At most ${max}.`,
    maxLength !== undefined && maxLength < LONG && `At most ${maxLength} characters.`,
    minItems !== undefined && minItems > 0 && `At least ${minItems} of them.`,
    maxItems !== undefined && `At most ${maxItems} of them.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * Returns the object whose fields are shown inside a field: the field's object, its list's element,
 * or its first choice.
 */
function innerOf(schema: Schema, document: ApiDocument): Schema | null {
  const item = schema.items && resolve(schema.items, document);
  const choice = [
    schema,
    item ?? {},
    ...listChoices(schema).map((choice) => resolve(choice, document)),
  ];
  return choice.find(({ properties }) => properties && Object.keys(properties).length > 0) ?? null;
}

function describeType(schema: Schema, document: ApiDocument): string {
  const choices = listChoices(schema);
  if (choices.length > 1)
    return [
      ...new Set(choices.map((choice) => describeType(resolve(choice, document), document))),
    ].join(" or ");
  if (schema.items) return `list of ${describeType(resolve(schema.items, document), document)}`;
  const type = [schema.type ?? (schema.const === undefined ? "any" : typeof schema.const)].flat();
  const [name = "any"] = type.filter((name) => name !== "null");
  return schema.format ? `${name}, ${FORMATS[schema.format] ?? schema.format}` : name;
}

const FORMATS: Record<string, string> = { uri: "URL", date: "YYYY-MM-DD", "date-time": "ISO 8601" };
