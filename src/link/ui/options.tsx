import { clearMissing, showMissing } from "./missing.ts";

type OptionsProps = {
  name: string;
  question: string;
  options: string[];
  /** The prefix of an option's test id, before the number. */
  testId: string;
  /** The message if no option is chosen. */
  missing: string;
  /** The id of the refusal message for the choice; undefined if the choice is not refused. */
  refusalId: string | undefined;
};

/** A question with radio buttons; the choice lives in the page only. */
export const Options = (props: OptionsProps) => {
  const { name, question, options, testId, missing, refusalId } = props;
  const id = `options-${name}`;
  return (
    <div
      class="options"
      id={id}
      role="radiogroup"
      aria-labelledby={`${id}-question`}
      aria-required="true"
      aria-invalid={refusalId ? "true" : undefined}
      aria-describedby={refusalId}
    >
      <p class="question" id={`${id}-question`}>
        {question}
      </p>
      <div class="cards">
        {options.map((option, index) => (
          <label key={option} class="row">
            <input
              type="radio"
              name={name}
              value={option}
              data-testid={`${testId}-${index}`}
              required
              onInvalid={showMissing}
              onChange={clearMissing}
            />
            <span class="name">{option}</span>
          </label>
        ))}
      </div>
      <p class="missing" id={`${id}-missing`}>
        {missing}
      </p>
    </div>
  );
};
