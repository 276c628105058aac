import type { DashboardVersion } from "../../protocol/dashboard/dashboard.ts";
import { brand } from "../session/brand.tsx";
import type { Controller } from "../session/controller.ts";
import { NoticeLine, Sentence } from "../session/notice-line.tsx";
import type { ClientState } from "../session/state.ts";

type VersionProps = { state: ClientState; controller: Controller };

/** Shows the default version of responses, and the changes of another version. */
export const VersionCard = ({ state, controller }: VersionProps) => {
  const { answer, version, notice } = state;
  const { default_version } = answer.client;
  const dates = answer.versions.map(({ date }) => date).reverse();
  return (
    <section class="card" aria-labelledby="version">
      <h2 id="version" tabIndex={-1}>
        Default API version
      </h2>
      <p class="lead">
        Answers to requests without a <code>{brand().headers}-Version</code> header, and webhooks,
        come in this version.
      </p>
      <fieldset class="choices">
        <legend class="visually-hidden">Version</legend>
        {dates.map((date, index) => (
          <label key={date}>
            <input
              type="radio"
              name="version"
              value={date}
              checked={date === version}
              onChange={() => controller.selectVersion(date)}
            />
            <span>{date}</span>
            {date === default_version && <small class="chip">in use</small>}
            {index === 0 && <small>newest</small>}
          </label>
        ))}
      </fieldset>
      <NoticeLine id="version-notice" notice={state.confirm ? null : notice} about="version" />
      {version !== default_version && <Differences {...{ state, controller }} />}
    </section>
  );
};

/** Lists the changes of the selected version in their own sentences, with the button to change to it. */
const Differences = ({ state: { answer, version }, controller }: VersionProps) => {
  const { default_version } = answer.client;
  const between = versionDiff(answer.versions, default_version, version);
  return (
    <div class="differences">
      <h3>Changes for you</h3>
      <p>
        <Sentence
          text={
            version < default_version
              ? `All of this holds today, in ${default_version}. In ${version} it would not:`
              : `This does not hold today, in ${default_version}. In ${version} it would:`
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
        To try it first, send{" "}
        <code>
          {brand().headers}-Version: {version}
        </code>{" "}
        with a request, or read <a href={`/docs?version=${version}`}>its reference</a>.
      </p>
      <p class="actions">
        <button
          type="button"
          id="change-version"
          class="button primary"
          onClick={controller.openConfirm}
        >
          Change to {version}…
        </button>
        <button
          type="button"
          class="button"
          onClick={() => controller.selectVersion(default_version)}
        >
          Keep {default_version}
        </button>
      </p>
    </div>
  );
};

/** Returns the versions whose changes are between two, newest first. */
export const versionDiff = (
  versions: readonly DashboardVersion[],
  one: string,
  other: string,
): DashboardVersion[] => {
  const [older = one, newer = other] = [one, other].sort();
  return versions.filter(({ date }) => date > older && date <= newer).reverse();
};
