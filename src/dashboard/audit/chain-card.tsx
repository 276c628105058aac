import { useEffect, useRef, useState } from "preact/hooks";
import type { DashboardAuditCheck } from "../../protocol/dashboard/dashboard-audit.ts";
import type { Controller } from "../session/controller.ts";
import { failureText } from "../session/messages.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { numberText } from "../ui/number-text.ts";

/** The state of a check: its progress, its result, or the reason why it cannot run. */
type Check =
  | { kind: "none" }
  | { kind: "running"; sequence: number }
  | { kind: "done"; result: DashboardAuditCheck }
  | { kind: "failed"; text: string };

/**
 * Verifies the chain of the log in parts. Shows the head, or the first entry that breaks the chain.
 */
export const ChainCard = ({ controller }: { controller: Controller }) => {
  const [check, setCheck] = useState<Check>({ kind: "none" });
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
    },
    [],
  );
  const run = async (): Promise<void> => {
    if (check.kind === "running") return;
    let last = { sequence: 0, digest: "" };
    for (let isEnd = false; !isEnd && isHere.current; ) {
      setCheck({ kind: "running", sequence: last.sequence });
      const outcome = await controller.call<DashboardAuditCheck>("audit/verify", last);
      if (outcome.kind !== "success")
        return setCheck({ kind: "failed", text: failureText(outcome) });
      const { sequence, digest, problem, is_end } = outcome.answer;
      last = { sequence, digest };
      isEnd = is_end;
      if (isEnd) setCheck({ kind: "done", result: { sequence, digest, problem, is_end } });
    }
  };
  return (
    <div class="chain">
      <button
        type="button"
        class="button small"
        aria-disabled={check.kind === "running"}
        onClick={run}
      >
        Check the chain
      </button>
      <div role="status">
        <CheckText {...check} />
      </div>
    </div>
  );
};

const CheckText = (check: Check) => {
  if (check.kind === "none") return null;
  if (check.kind === "running") return <>{numberText(check.sequence)} entries checked…</>;
  if (check.kind === "failed") return <span class="bad">{check.text}</span>;
  const { sequence, digest, problem } = check.result;
  if (problem !== null)
    return (
      <strong class="bad">
        The log was tampered with: entry {numberText(sequence)} {problem}.
      </strong>
    );
  if (sequence === 0) return <>The log is empty.</>;
  const head = `${sequence}:${digest}`;
  return (
    <>
      <strong class="good">The chain holds</strong> for {numberText(sequence)}{" "}
      {sequence === 1 ? "entry" : "entries"}. Note its head elsewhere now and then:{" "}
      <code class="cut">{head}</code> <CopyButton text={head} name="the head" />
    </>
  );
};
