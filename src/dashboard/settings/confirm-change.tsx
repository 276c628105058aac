import type { Controller } from "../session/controller.ts";
import { versionEffect } from "../session/messages.ts";
import { NoticeLine, Sentence } from "../session/notice-line.tsx";
import type { ClientState } from "../session/state.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";

/** Asks for confirmation before the default version changes. */
export const ConfirmChange = ({
  state: { answer, version, busy, notice },
  controller,
}: {
  state: ClientState;
  controller: Controller;
}) => (
  <ConfirmDialog
    title={`Change to ${version}?`}
    yes={`Change to ${version}`}
    no={`Keep ${answer.client.default_version}`}
    isBusy={busy !== null}
    onYes={controller.changeVersion}
    onNo={controller.closeConfirm}
  >
    <p>
      <Sentence text={versionEffect(version)} />
    </p>
    <NoticeLine id="confirm-notice" notice={notice} about="version" />
  </ConfirmDialog>
);
