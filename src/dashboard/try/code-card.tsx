import { useState } from "preact/hooks";
import { CODE_KINDS, type CodeKind, codeOf } from "./code.ts";

/** The code that opens Link as the form says. */
export const CodeCard = ({ shown: request }: { shown: Parameters<typeof codeOf>[1] }) => {
  const [kind, setKind] = useState<CodeKind>("html");
  return (
    <section class="card" aria-labelledby="code">
      <h2 id="code">The code for it</h2>
      <p class="actions kinds">
        {(Object.keys(CODE_KINDS) as CodeKind[]).map((one) => (
          <button
            key={one}
            type="button"
            class="button small"
            aria-pressed={one === kind}
            onClick={() => setKind(one)}
          >
            {CODE_KINDS[one]}
          </button>
        ))}
      </p>
      <pre>{codeOf(kind, request)}</pre>
      {kind === "curl" && (
        <p class="lead">On your server: pass the link token that it answers to your page.</p>
      )}
    </section>
  );
};
