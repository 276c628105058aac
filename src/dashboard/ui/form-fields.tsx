import type { ComponentChildren } from "preact";

type FieldProps = {
  name: string;
  label: ComponentChildren;
  /** By default the name. */
  id?: string;
  hint?: ComponentChildren;
  /** The reason why the value is refused, as a sentence; it takes the place of the hint. */
  problem?: string | undefined;
  hidden?: boolean;
};

/** A label with its control, and below it the control's problem or hint. */
export const LabelledField = ({
  name,
  label,
  id = name,
  hint,
  problem,
  hidden = false,
  children,
}: FieldProps & { children: ComponentChildren }) => (
  <div class="field" hidden={hidden}>
    <label for={id}>{label}</label>
    {children}
    <FieldNote {...{ id, hint, problem }} />
  </div>
);

/** The attributes that tie a control to its field. */
const control = ({ name, id = name, hint, problem }: FieldProps) => ({
  id,
  name,
  class: "text",
  "aria-invalid": problem !== undefined,
  "aria-describedby": (problem ?? hint) === undefined ? undefined : `${id}-hint`,
});

/** The types of an input, each as attributes of its own. */
const TYPES = {
  date: { type: "date" },
  email: { type: "email" },
  password: { type: "password" },
  text: { type: "text" },
  url: { type: "url" },
} as const;

type TextProps = FieldProps & {
  type?: keyof typeof TYPES;
  /** The height of a text of several lines. */
  rows?: number;
  /** The text at first. */
  initial?: string;
  /** The text, if the page holds it. */
  value?: string;
  maxLength?: number;
  placeholder?: string;
  autocomplete?: "off" | "username";
  isReadOnly?: boolean;
  isRequired?: boolean;
  onInput?(text: string): void;
};

/** A text; browsers neither complete nor correct it. */
export const TextField = (props: TextProps) => {
  const {
    type = "text",
    rows,
    initial,
    value,
    maxLength,
    placeholder,
    autocomplete = "off",
  } = props;
  const { isReadOnly = false, isRequired = false, onInput } = props;
  const attributes = {
    ...control(props),
    ...(value === undefined ? { defaultValue: initial } : { value }),
    ...{ maxLength, placeholder, autocomplete, readOnly: isReadOnly, required: isRequired },
    autocapitalize: "none",
    spellcheck: false,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onInput?.(currentTarget.value),
  } as const;
  return (
    <LabelledField {...props}>
      {rows === undefined ? (
        <input {...TYPES[type]} {...attributes} />
      ) : (
        <textarea {...attributes} rows={rows} />
      )}
    </LabelledField>
  );
};

type Choices = Readonly<Record<string, string | undefined>>;

type SelectProps = FieldProps & {
  /** The text of each value. */
  choices: Choices;
  /** More choices, below the title of their group. */
  groups?: Readonly<Record<string, Choices>>;
  /** The value at first; by default the first one. */
  initial?: string;
  /** The value, if the page holds it. */
  value?: string;
  onChange?(value: string): void;
};

/** One of a few values. */
export const SelectField = (props: SelectProps) => {
  const { choices, groups = {}, initial, value, onChange } = props;
  const toOptions = (some: Choices) =>
    Object.entries(some).map(([choice, text]) => (
      <option key={choice} value={choice} selected={choice === (value ?? initial)}>
        {text}
      </option>
    ));
  return (
    <LabelledField {...props}>
      <select
        {...control(props)}
        {...(value === undefined ? {} : { value })}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      >
        {toOptions(choices)}
        {Object.entries(groups).map(([title, grouped]) => (
          <optgroup key={title} label={title}>
            {toOptions(grouped)}
          </optgroup>
        ))}
      </select>
    </LabelledField>
  );
};

type TicksProps = FieldProps & {
  all: readonly string[];
  chosen: readonly string[];
  /** Returns a value's text; by default the value. */
  textFor?(value: string): string;
};

/** Checkboxes of one name, of which any number can be ticked. */
export const Ticks = ({
  name,
  label,
  id = name,
  hint,
  problem,
  hidden = false,
  all,
  chosen,
  textFor = String,
}: TicksProps) => (
  <fieldset class="ticks" hidden={hidden} aria-describedby={problem && `${id}-hint`}>
    <legend>{label}</legend>
    {all.map((value) => (
      <label key={value}>
        <input
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={chosen.includes(value)}
          aria-invalid={problem !== undefined}
        />
        <span>{textFor(value)}</span>
      </label>
    ))}
    <FieldNote {...{ id, hint, problem }} />
  </fieldset>
);

type TickProps = {
  name: string;
  /** Whether it is ticked at first. */
  initial?: boolean;
  children: ComponentChildren;
  onChange?(isOn: boolean): void;
};

/** A checkbox of its own. */
export const Tick = ({ name, initial = false, children, onChange }: TickProps) => (
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

const FieldNote = ({ id, hint, problem }: { id: string } & Pick<FieldProps, "hint" | "problem">) =>
  (problem ?? hint) === undefined ? null : (
    <p id={`${id}-hint`} class={problem === undefined ? "lead" : "field-problem"}>
      {problem ?? hint}
    </p>
  );
