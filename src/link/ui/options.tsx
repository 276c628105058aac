import { calm, complain } from "./missing.ts";

type OptionsProps = {
  name: string;
  question: string;
  options: string[];
  /** What comes before the number of an option in its test id. */
  testId: string;
  /** What to say when none is chosen. */
  missing: string;
  /** The id of what says that the choice was refused; undefined when it was not. */
  refusalId: string | undefined;
};

/** A question with options, one to be chosen: the choice lives in the page only. */
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
              onInvalid={complain}
              onChange={calm}
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
