import type { HttpAnswer, HttpRequest } from "./instance.ts";
import type { World } from "./world.ts";

/** The last submission of a session, and its 200 response. */
type Last = { name: string; answer: string | null };

/** A repeated submission of Link gets the same response. */
export const createSubmissionRule = (world: World) => {
  const lastOfSession = new Map<string, Last>();
  return {
    /**
     * A server receives a request. A session's next submission may replace the previous response.
     */
    asked: ({ path, headers, body }: HttpRequest): void => {
      const name = toName(path, body);
      const session = headers.authorization;
      if (name === null || session === undefined) return;
      if (lastOfSession.get(session)?.name !== name)
        lastOfSession.set(session, { name, answer: null });
    },
    served: ({ path, headers, body }: HttpRequest, { status, body: answer }: HttpAnswer): void => {
      const name = toName(path, body);
      const last = lastOfSession.get(headers.authorization ?? "");
      // The server may report a failure or overload at any time.
      if (name === null || last?.name !== name || status >= 500 || status === 429) return;
      const { request_id: _, ...rest } = answer;
      const text = JSON.stringify(rest);
      world.require(
        last.answer === null || last.answer === text,
        () => `${path} answers a submission with ${status} after another answer`,
      );
      if (status === 200) last.answer = text;
    },
  };
};

const toName = (path: string, body: unknown): string | null => {
  const { submission_id: id } = (body ?? {}) as { submission_id?: unknown };
  return id === undefined ? null : `${path} ${String(id)}`;
};
