import { clearMissing, showMissing } from "./missing.ts";

type CheckFieldProps = {
  name: string;
  label: string;
  required: boolean;
  testId: string;
  /** The message for a required box that is not ticked. */
  missing: string;
};

/** A checkbox. Its value exists only in the page. */
export const CheckField = ({ name, label, required, testId, missing }: CheckFieldProps) => {
  const id = `field-${name}`;
  return (
    <div class="field cards">
      <label class="row">
        <input
          type="checkbox"
          id={id}
          name={name}
          value="true"
          data-testid={testId}
          required={required}
          onInvalid={showMissing}
          onChange={clearMissing}
        />
        <span class="name">{label}</span>
      </label>
      <p class="missing" id={`${id}-missing`}>
        {missing}
      </p>
    </div>
  );
};
