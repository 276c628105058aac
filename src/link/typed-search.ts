import type { InstitutionRow } from "../protocol/institution.ts";
import type { MachineEvent } from "./machine/machine-event.ts";

/** Debounces the event of a search: a user who stops typing for this long has searched. */
const DEBOUNCE_MS = 500;

type TypedSearchOptions = {
  /** Searches on the server. */
  searchServer(query: string, signal: AbortSignal): Promise<{ institutions: InstitutionRow[] }>;
  /** Searches in the frame; null until that is possible. */
  localSearch(): ((query: string) => InstitutionRow[]) | null;
  send(event: MachineEvent): void;
  /** Sends the event that a call resolves with. */
  answer(call: Promise<MachineEvent>): void;
};

/** Searches for what is typed, the last query only. */
export const createTypedSearch = ({
  searchServer,
  localSearch,
  send,
  answer,
}: TypedSearchOptions): { start(query: string): void; stop(): void } => {
  let request = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const stop = (): void => {
    request.abort();
    clearTimeout(timer);
  };
  return {
    stop,
    start: (query) => {
      stop();
      request = new AbortController();
      timer = setTimeout(() => send({ type: "search.paused" }), DEBOUNCE_MS);
      const search = localSearch();
      const toEvent = (institutions: InstitutionRow[]): MachineEvent => ({
        type: "search.answered",
        query,
        institutions,
      });
      if (search) return send(toEvent(search(query)));
      answer(searchServer(query, request.signal).then(({ institutions }) => toEvent(institutions)));
    },
  };
};
