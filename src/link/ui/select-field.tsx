import { Icon } from "./icon.tsx";
import { clearMissing, showMissing } from "./missing.ts";

type SelectFieldProps = {
  name: string;
  label: string;
  options: { value: string; label: string }[];
  /** The text of the empty option. */
  choose: string;
  testId: string;
  /** The message if nothing is chosen. */
  missing: string;
  /** The id of the refusal message for the choice; undefined if the choice is not refused. */
  refusalId: string | undefined;
};

/** A labelled native select. Its value exists only in the page. */
export const SelectField = (props: SelectFieldProps) => {
  const { name, label, options, choose, testId, missing, refusalId } = props;
  const id = `field-${name}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        class="text"
        data-testid={testId}
        required
        aria-invalid={refusalId ? "true" : undefined}
        aria-describedby={refusalId}
        onInvalid={showMissing}
        onChange={clearMissing}
      >
        <option value="">{choose}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon d="M7 10l5 5 5-5" />
      <p class="missing" id={`${id}-missing`}>
        {missing}
      </p>
    </div>
  );
};
