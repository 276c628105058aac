import { useState } from "preact/hooks";
import { CopyButton } from "../ui/copy-button.tsx";
import { CODE_KINDS, type CodeKind, type CodeOptions, writeCode, writeNote } from "./link-code.ts";

/** Shows the code that opens Link with the form's options. */
export const CodeCard = ({ shown: request }: { shown: CodeOptions }) => {
  const [kind, setKind] = useState<CodeKind>("node");
  const code = writeCode(kind, request);
  const note = writeNote(kind, request.options);
  return (
    <section class="card" aria-labelledby="code">
      <h2>
        <span id="code">The code for it</span> <CopyButton text={code} name="the code" />
      </h2>
      <p class="actions kinds">
        {(Object.keys(CODE_KINDS) as CodeKind[]).map((codeKind) => (
          <button
            key={codeKind}
            type="button"
            class="button small"
            aria-pressed={codeKind === kind}
            onClick={() => setKind(codeKind)}
          >
            {CODE_KINDS[codeKind]}
          </button>
        ))}
      </p>
      <pre>{code}</pre>
      {note !== null && <p class="lead">{note}</p>}
    </section>
  );
};
