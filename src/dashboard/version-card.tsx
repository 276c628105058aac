import type { Desk } from "./desk.ts";
import { differences } from "./differences.ts";
import { Sentence } from "./sentence.tsx";
import type { ClientState } from "./state.ts";
import { ToldLine } from "./told-line.tsx";

type VersionProps = { state: ClientState; desk: Desk };

/** The version that answers go by where none is asked for, and what another one would change. */
export const VersionCard = ({ state, desk }: VersionProps) => {
  const { answer, picked, told } = state;
  const { default_version } = answer.client;
  const dates = answer.versions.map(({ date }) => date).reverse();
  return (
    <section class="card" aria-labelledby="version">
      <h2 id="version" tabIndex={-1}>
        Default API version
      </h2>
      <p class="lead">
        Answers to requests without a <code>Service-Version</code> header, and webhooks, come in
        this version.
      </p>
      <fieldset class="choices">
        <legend class="unseen">Version</legend>
        {dates.map((date, index) => (
          <label key={date}>
            <input
              type="radio"
              name="version"
              value={date}
              checked={date === picked}
              onChange={() => desk.pick(date)}
            />
            <span>{date}</span>
            {date === default_version && <small class="chip">in use</small>}
            {index === 0 && <small>newest</small>}
          </label>
        ))}
      </fieldset>
      <ToldLine id="version-told" told={state.asking ? null : told} about="version" />
      {picked !== default_version && <Differences {...{ state, desk }} />}
    </section>
  );
};

/** What would change, in the changes' own sentences, and the way to do it. */
const Differences = ({ state: { answer, picked }, desk }: VersionProps) => {
  const { default_version } = answer.client;
  const between = differences(answer.versions, default_version, picked);
  return (
    <div class="differences">
      <h3>What would change for you</h3>
      <p>
        <Sentence
          text={
            picked < default_version
              ? `All of this holds today, in ${default_version}. In ${picked} it would not:`
              : `None of this holds today, in ${default_version}. In ${picked} it would:`
          }
        />
      </p>
      {between.map(({ date, changes }) => (
        <div key={date}>
          <h4>{date}</h4>
          <ul>
            {changes.map(({ summary, where }) => (
              <li key={summary}>
                <Sentence text={summary} /> <small>{where}</small>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p class="lead">
        To try it first, send <code>Service-Version: {picked}</code> with a request, or read{" "}
        <a href={`/docs?version=${picked}`}>its reference</a>.
      </p>
      <p class="actions">
        <button type="button" id="consider" class="button primary" onClick={desk.consider}>
          Change to {picked}…
        </button>
        <button type="button" class="button" onClick={() => desk.pick(default_version)}>
          Keep {default_version}
        </button>
      </p>
    </div>
  );
};
