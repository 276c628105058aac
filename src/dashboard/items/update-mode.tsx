import { useEffect, useRef } from "preact/hooks";
import type { DashboardUpdateLink } from "../../protocol/dashboard-items.ts";
import { create } from "../../sdk/index.ts";
import type { PageProps } from "../page.ts";
import { ResultLine } from "../ui/result-line.tsx";
import { useAction } from "../ui/use-action.ts";

type UpdateProps = Pick<PageProps, "state" | "controller"> & { id: string; onDone(): void };

/** Opens Link in update mode for an Item, and says how that ended. */
export const UpdateMode = ({ id, state, controller, onDone }: UpdateProps) => {
  const action = useAction<DashboardUpdateLink>(controller);
  const link = useRef<ReturnType<typeof create> | null>(null);
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
      link.current?.destroy();
    },
    [],
  );
  const { environment } = state.answer;
  const open = async (): Promise<void> => {
    const answer = await action.run("items/update", { item_id: id }, "Link is open.");
    // Whoever has gone on to another page wants no Link there.
    if (!answer || !isHere.current) return;
    link.current?.destroy();
    // Its token is used up; out of sight, its frame would stay in the page.
    const end = (): void => {
      link.current?.destroy();
      onDone();
    };
    link.current = create({
      token: answer.link_token,
      env: environment,
      origin: location.origin,
      onSuccess: () => {
        action.say("The Item was updated.");
        end();
      },
      onExit: (error) => {
        if (error) action.refuse(`${error.error_message} (${error.error_code})`);
        else action.say("Link was closed before the end; the Item is as it was.");
        end();
      },
    });
    link.current.open();
  };
  return (
    <>
      <button type="button" class="button small" aria-disabled={action.isBusy} onClick={open}>
        {action.isBusy ? "Opening…" : "Open update mode"}
      </button>
      <ResultLine {...action} />
    </>
  );
};
