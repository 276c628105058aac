import { useState } from "preact/hooks";
import { encodeFile } from "../browser/encode-file.ts";
import { type UploadProgress, upload } from "../browser/upload.ts";
import { NEWER_FILE_WORDS, type NewerFileWords } from "../i18n/newer-file.ts";
import type { ConnectionsAnswer } from "../protocol/connections.ts";
import type { Controller } from "./controller.ts";

/** The facts about a file that its user enters. */
export type Facts = {
  account_id?: string;
  date_order?: "DMY" | "MDY";
  possible_matches?: "same" | "other";
};

export type LeftOpen = Extract<ConnectionsAnswer["added_file"], { left_open: string }>["left_open"];

/** The state of an uploaded file: being sent, waiting for the user's answers, or refused. */
type State =
  | { at: "empty"; refusal?: string }
  | { at: "under way"; progress: UploadProgress }
  | { at: "asking"; file: string; facts: Facts; about: LeftOpen };

/** Sends newer files of a connection, one at a time, with the answers to their questions. */
export function useNewerFile(connectionId: string, controller: Controller, words: NewerFileWords) {
  const [state, setState] = useState<State>({ at: "empty" });
  const refuse = (refusal: string): void => setState({ at: "empty", refusal });

  const send = async (file: string, facts: Facts): Promise<void> => {
    const show = (progress: UploadProgress): void => setState({ at: "under way", progress });
    show({ at: "sending", share: 0 });
    const { lang } = document.documentElement;
    const body = {
      connection_id: connectionId,
      file,
      language: lang in NEWER_FILE_WORDS ? lang : "en",
      ...facts,
    };
    const outcome = await controller.request("connection/add-file", body, () =>
      upload(show, readShare),
    );
    if (outcome.kind === "no-answer") return refuse(words.noAnswer);
    if (outcome.kind === "error") {
      const { error_code, display_message } = outcome.error;
      // The server reports the end of the session again, and the page shows it.
      if (error_code === "INVALID_ACCOUNT_SESSION") return void controller.reload();
      return refuse((error_code === "INVALID_FILE" && display_message) || words.failed);
    }
    const { added_file } = outcome.answer;
    if (!added_file) return refuse(words.failed);
    if ("left_open" in added_file) {
      const about = added_file.left_open;
      return about === "columns" || about === "encoding"
        ? refuse(words.elsewhere)
        : setState({ at: "asking", file, facts, about });
    }
    setState({ at: "empty" });
    const { added, note } = added_file;
    const text = added > 0 ? words.added(added) : words.noneAdded;
    await controller.reload({
      notice: { kind: "success", text: note ? `${text} ${note}` : text },
    });
    document.getElementById("notice")?.focus();
  };

  return {
    state,
    take: async (file: File | undefined): Promise<void> => {
      if (!file || state.at === "under way") return;
      const text = await encodeFile(file);
      if (text === null) return refuse(words.tooLarge);
      await send(text, {});
    },
    answer: (facts: Facts): void => {
      if (state.at === "asking") void send(state.file, { ...state.facts, ...facts });
    },
    cancel: (): void => setState({ at: "empty" }),
  };
}

/** Asks for the share of the file that the server has read. */
const readShare = async (): Promise<number | null | undefined> =>
  (await (await fetch("/account/file-progress")).json()).read;
