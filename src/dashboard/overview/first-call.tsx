import { useState } from "preact/hooks";
import type { TriedCall } from "../../protocol/dashboard/dashboard.ts";
import type { Controller } from "../session/controller.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { ForRole } from "../ui/for-role.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";

/** The first call. It needs no Item and has a short response. */
const PATH = "/institutions/get";
const BODY = { count: 1, offset: 0, country_codes: ["US"] };

type FirstCallProps = { clientId: string; controller: Controller; onCall(): void };

/** One call to copy; a button makes it on the page and shows the server's response. */
export const FirstCall = ({ clientId, controller, onCall }: FirstCallProps) => {
  const action = useAction<TriedCall>(controller);
  const [answer, setAnswer] = useState<TriedCall | null>(null);
  const code = writeCode(clientId);
  const make = async (): Promise<void> => {
    const tried = await action.run("try", { path: PATH, body: BODY }, "");
    setAnswer(tried);
    if (tried) onCall();
  };
  return (
    <div class="first-call">
      <p>
        A call to copy <CopyButton text={code} name="the call" />
      </p>
      <pre>{code}</pre>
      <ForRole least="developer">
        <p class="actions">
          <button
            type="button"
            class="button small"
            aria-disabled={action.isBusy}
            onClick={() => void make()}
          >
            {action.isBusy ? "Calling…" : "Make it here"}
          </button>
          <small>The session stands in for YOUR_SECRET.</small>
        </p>
      </ForRole>
      {action.result?.kind === "failure" && <ResultLine {...action} />}
      <div role="status">
        {answer && (
          <>
            <p class="answer">
              Answer: <b>{answer.status}</b>
            </p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys. */}
            <pre tabIndex={0}>{answerText(answer)}</pre>
          </>
        )}
      </div>
    </div>
  );
};

const writeCode = (clientId: string): string => {
  const body = JSON.stringify({ client_id: clientId, secret: "YOUR_SECRET", ...BODY });
  return `curl ${location.origin}${PATH} \\
  -H 'content-type: application/json' \\
  -d '${body.replaceAll("'", `'\\''`)}'`;
};

const answerText = ({ body }: TriedCall): string => {
  try {
    return JSON.stringify(JSON.parse(body ?? ""), null, 2);
  } catch {
    return body ?? "The answer is no text.";
  }
};
