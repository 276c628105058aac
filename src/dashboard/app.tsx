import { ConfirmChange } from "./confirm-change.tsx";
import type { Desk } from "./desk.ts";
import { Facts } from "./facts.tsx";
import { Masthead } from "./masthead.tsx";
import { Name } from "./name.tsx";
import { OriginsCard } from "./origins-card.tsx";
import { SignIn } from "./sign-in.tsx";
import type { ClientState, State } from "./state.ts";
import { VersionCard } from "./version-card.tsx";
import { UNREACHED } from "./words.ts";

type AppProps = { state: State; offline: boolean; desk: Desk };

/** The whole page. */
export const App = ({ state, offline, desk }: AppProps) => (
  <>
    <p class="offline" role="status">
      {offline && "You are offline. Changes can be made once you are connected again."}
    </p>
    {draw(state, desk)}
  </>
);

function draw(state: State, desk: Desk) {
  switch (state.view) {
    case "OPENING":
      return <main class="opening" aria-busy="true" aria-label="The Dashboard is being opened" />;
    case "UNREACHED":
      return <Unreached desk={desk} />;
    case "SIGN_IN":
      return <SignIn {...{ state, desk }} />;
    case "CLIENT":
      return <Signed {...{ state, desk }} />;
  }
}

const Unreached = ({ desk }: { desk: Desk }) => (
  <main class="card sign-in">
    <Name />
    <h1 tabIndex={-1}>The server cannot be reached</h1>
    <p class="lead">{UNREACHED}</p>
    <button type="button" class="button primary" onClick={desk.look}>
      Try again
    </button>
  </main>
);

const Signed = ({ state, desk }: { state: ClientState; desk: Desk }) => (
  <>
    <Masthead {...{ state, desk }} />
    <main class="wide">
      <h1 tabIndex={-1}>Your client</h1>
      <div class="columns">
        <Facts {...state.answer} />
        <div>
          <VersionCard {...{ state, desk }} />
          <OriginsCard {...{ state, desk }} />
        </div>
      </div>
    </main>
    {state.asking && <ConfirmChange {...{ state, desk }} />}
  </>
);
