import { clearMissing, showMissing } from "./missing.ts";

type CheckFieldProps = {
  name: string;
  label: string;
  required: boolean;
  testId: string;
  /** The message if it is required and not ticked. */
  missing: string;
};

/** A checkbox; its value lives in the page only. */
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
