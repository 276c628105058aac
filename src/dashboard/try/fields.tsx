import type { ComponentChildren } from "preact";
import type { LinkOptions } from "./link-options.ts";

/** The maximum length of each text, as on the server. */
const MAX_CHARACTERS = {
  token: 200,
  clientName: 60,
  webhook: 2000,
  legalName: 200,
  emailAddress: 254,
  receivedRedirectUri: 2000,
  clientUserId: 200,
  userId: 200,
  userToken: 200,
  redirectUri: 2000,
  accessToken: 200,
  institutionId: 40,
  transactionDays: 3,
  daysRequested: 3,
  clientReportId: 200,
};

type TextProps = {
  name: keyof typeof MAX_CHARACTERS;
  label: string;
  options: LinkOptions;
  hint?: string | undefined;
  hidden?: boolean;
};

/** A text field with its hint. */
export const TextField = ({ name, label, options, hint, hidden = false }: TextProps) => (
  <div hidden={hidden}>
    <label for={name}>{label}</label>
    <input
      id={name}
      name={name}
      class="text"
      defaultValue={options[name]}
      maxLength={MAX_CHARACTERS[name]}
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
      aria-describedby={hint && `${name}-hint`}
    />
    <Hint name={name} text={hint} />
  </div>
);

type SelectProps = {
  name: keyof LinkOptions;
  label: string;
  choices: Record<string, string | undefined>;
  hint?: string | undefined;
  hidden?: boolean;
};

/** A select; the first choice is the default. */
export const SelectField = ({ name, label, choices, hint, hidden = false }: SelectProps) => (
  <div hidden={hidden}>
    <label for={name}>{label}</label>
    <select id={name} name={name} class="text" aria-describedby={hint && `${name}-hint`}>
      {Object.entries(choices).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
    <Hint name={name} text={hint} />
  </div>
);

type TicksProps = {
  name: keyof LinkOptions;
  label: string;
  all: readonly string[];
  chosen: readonly string[];
  hidden?: boolean;
};

/** Checkboxes; any number can be ticked. */
export const Ticks = ({ name, label, all, chosen, hidden = false }: TicksProps) => (
  <div hidden={hidden}>
    <fieldset class="ticks">
      <legend>{label}</legend>
      {all.map((value) => (
        <label key={value}>
          <input
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
          />
          <span>{value}</span>
        </label>
      ))}
    </fieldset>
  </div>
);

/** A checkbox. */
export const Tick = ({ name, label }: { name: keyof LinkOptions; label: string }) => (
  <label class="check">
    <input type="checkbox" name={name} />
    <span>{label}</span>
  </label>
);

type MoreProps = { title: string; children: ComponentChildren; hidden?: boolean };

/** Options that few users need. */
export const More = ({ title, children, hidden = false }: MoreProps) => (
  <details class="more" hidden={hidden}>
    <summary>{title}</summary>
    <div class="options">{children}</div>
  </details>
);

const Hint = ({ name, text }: { name: string; text: string | undefined }) =>
  text === undefined ? null : (
    <p id={`${name}-hint`} class="lead">
      {text}
    </p>
  );
