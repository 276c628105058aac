import type { Store } from "../domain/store.ts";
import type { RunningOperation, Telemetry } from "./telemetry.ts";

type Method = (...args: unknown[]) => unknown;

/**
 * Observes the transactions of a store as operations. Each method of a port has its own operation
 * name.
 */
export const observeStore = (store: Store, telemetry: Telemetry): Store => {
  const ports = Object.entries(store).map(([name, port]) => [
    name,
    typeof port === "object" ? observePort(name, port as Record<string, unknown>, telemetry) : port,
  ]);
  return {
    // Every port and method keeps its name and type.
    ...(Object.fromEntries(ports) as Store),
    transact: (work) =>
      telemetry.run({ kind: "store", name: "transact" }, () => store.transact(work)),
  };
};

function observePort(
  name: string,
  port: Record<string, unknown>,
  telemetry: Telemetry,
): Record<string, unknown> {
  const methods = Object.entries(port).map(([method, run]) => [
    method,
    typeof run === "function" ? observe(`${name}.${method}`, run as Method, telemetry) : run,
  ]);
  return Object.fromEntries(methods);
}

const observe =
  (name: string, run: Method, telemetry: Telemetry): Method =>
  (...args) => {
    const running = telemetry.begin({ kind: "store", name });
    return running.within(() => endWith(running, () => run(...args), toAttributes(name, args)));
  };

function endWith(
  running: RunningOperation,
  work: () => unknown,
  attributes: Readonly<Record<string, string>>,
): unknown {
  const fail = (failure: unknown): never => {
    running.end({ failure });
    throw failure;
  };
  try {
    const answer = work();
    if (!(answer instanceof Promise)) {
      running.end();
      return answer;
    }
    return answer.then((value: unknown) => {
      // False means that another call made the step first.
      running.end({ attributes: value === false ? {} : attributes });
      return value;
    }, fail);
  } catch (failure) {
    return fail(failure);
  }
}

/** The views of Link by a session's step. */
const VIEWS: Record<string, string> = {
  institution: "SELECT_INSTITUTION",
  credentials: "CREDENTIAL",
  mfa: "MFA",
  redirect: "OAUTH",
  accounts: "SELECT_ACCOUNT",
  connected: "CONNECTED",
  exited: "EXIT",
};

/** Returns the view that a Link session enters by a call. Only these methods change the view. */
function toAttributes(name: string, [session, move]: unknown[]): Readonly<Record<string, string>> {
  if (name !== "sessions.start" && name !== "sessions.advance") return {};
  const previous = stepPlace(session);
  const updated = name === "sessions.start" ? previous : stepPlace(move);
  if (updated === undefined || (name === "sessions.advance" && previous === updated)) return {};
  const view = VIEWS[updated];
  return view === undefined ? {} : { view };
}

const stepPlace = (value: unknown): string | undefined =>
  (value as { step?: { at?: string } } | undefined)?.step?.at;
