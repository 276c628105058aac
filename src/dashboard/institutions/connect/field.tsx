import type { ComponentChildren } from "preact";

/** The problem of each wrong field, as a sentence. */
export type FieldProblems = Record<string, string>;

type FieldProps = {
  name: string;
  label: string;
  problems: FieldProblems;
  /** The initial value. */
  initial?: string | null | undefined;
  placeholder?: string;
  hint?: ComponentChildren;
  kind?: "text" | "secret" | "long";
};

/** A text field with its hint and its problem. */
export const Field = ({
  name,
  label,
  problems,
  initial,
  placeholder,
  hint,
  kind = "text",
}: FieldProps) => {
  const id = `connect-${name}`;
  const problem = problems[name];
  const common = {
    ...{ id, name, class: "text", spellcheck: false, autocomplete: "off" },
    autocapitalize: "none",
    placeholder: placeholder ?? "",
    "aria-invalid": problem !== undefined,
    "aria-describedby": `${id}-hint`,
  } as const;
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      {kind === "long" ? (
        <textarea {...common} rows={3} defaultValue={initial ?? ""} />
      ) : kind === "secret" ? (
        <input {...common} type="password" />
      ) : (
        <input {...common} type="text" defaultValue={initial ?? ""} />
      )}
      <FieldHint id={id} problem={problem} hint={hint} />
    </div>
  );
};

type HintProps = { id: string; problem: string | undefined; hint?: ComponentChildren };

/** Shows a field's problem, or else its hint. */
export const FieldHint = ({ id, problem, hint }: HintProps) => (
  <p id={`${id}-hint`} class={problem ? "field-problem" : "lead"}>
    {problem ?? hint}
  </p>
);

type TicksProps = {
  name: string;
  legend: string;
  all: readonly string[];
  chosen: readonly string[];
  problems: FieldProblems;
};

/** Checkboxes; any number can be ticked. */
export const Ticks = ({ name, legend, all, chosen, problems }: TicksProps) => (
  <fieldset class="ticks" aria-describedby={`connect-${name}-hint`}>
    <legend>{legend}</legend>
    {all.map((value) => (
      <label key={value}>
        <input
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={chosen.includes(value)}
          aria-invalid={problems[name] !== undefined}
        />
        <span>{value}</span>
      </label>
    ))}
    <FieldHint id={`connect-${name}`} problem={problems[name]} />
  </fieldset>
);

type SwitchProps = {
  name: string;
  initial?: boolean;
  children: ComponentChildren;
  onChange?(isOn: boolean): void;
};

/** A checkbox. */
export const Switch = ({ name, initial = false, children, onChange }: SwitchProps) => (
  <label class="check">
    <input
      type="checkbox"
      name={name}
      defaultChecked={initial}
      onChange={({ currentTarget }) => onChange?.(currentTarget.checked)}
    />
    <span>{children}</span>
  </label>
);
