import type { TargetedEvent } from "preact";
import { encodeFile } from "../../browser/encode-file.ts";
import type { LoginForm } from "../../protocol/link/login-form.ts";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { clearMissing, showMissing } from "../ui/missing.ts";
import { OutLink } from "../ui/out-link.tsx";
import { FormScreen } from "./form-screen.tsx";
import { inSentence } from "./texts.ts";
import type { LazyView } from "./view.ts";

/** The form for a file and the name of its bank. */
export const CredentialFile: LazyView<"CREDENTIAL"> = ({ state, send, text }) => {
  const { refusal, form } = state;
  const { fields, help, texts, url } = form;
  const refusalId = refusal ? "refusal" : undefined;
  return (
    <FormScreen
      {...{ text, refusal, note: texts?.note }}
      title={texts?.title ?? ""}
      onInput={(event) => {
        const { name, value, parentElement } = event.target as HTMLInputElement;
        const lines = name === "bank" && parentElement?.nextElementSibling;
        if (lines) lines.textContent = linesFor(value, form.downloads);
      }}
      onSubmit={async (event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const input = event.currentTarget.querySelector<HTMLInputElement>("[type=file]");
        const file = await encodeFile(data.get("file") as File);
        if (file === null) return sayTooLarge(input, texts?.tooLarge ?? "");
        const bank = String(data.get("bank") ?? "");
        send({
          type: "credentials.submitted",
          credentials: { ...(fields.length > 1 && { bank }), file },
        });
      }}
      head={
        <>
          <p class="lead">{texts?.lead}</p>
          {help && (
            <p class="notice">
              {help}{" "}
              {url && (
                <OutLink class="link" href={url} testId="sample-file" newTab={text.newTab}>
                  {texts?.sample}
                </OutLink>
              )}
            </p>
          )}
        </>
      }
    >
      {fields.map(({ name, label, type }) =>
        type === "file" ? (
          <div class="field" key={name}>
            <label for="field-file">{label}</label>
            <div class="drop">
              <p aria-hidden="true">
                <Icon d="M12 16V5M7 10l5-5 5 5M5 19h14" />
                <b>{texts?.choose}</b>
                <small>{texts?.drop}</small>
              </p>
              <input
                id="field-file"
                name={name}
                type="file"
                class="text"
                data-testid="credential-file"
                required
                aria-invalid={refusalId && "true"}
                aria-describedby={refusalId}
                onInvalid={showMissing}
                onDragEnter={markHeldFile}
                onDragLeave={markHeldFile}
                onDrop={markHeldFile}
                onChange={(event) => {
                  const { currentTarget: input } = event;
                  const name = input.parentElement?.querySelector("small");
                  if (name) name.textContent = input.files?.[0]?.name ?? texts?.drop ?? "";
                  input.setCustomValidity("");
                  clearMissing(event);
                }}
              />
            </div>
            <p class="missing" id="field-file-missing">
              {texts?.missing}
            </p>
          </div>
        ) : (
          <div key={name}>
            <Field
              name={name}
              label={label}
              type="text"
              maxLength={100}
              testId={`credential-${name}`}
              missing={text.missing(inSentence(label))}
              refusalId={undefined}
              hasNext
            />
            <p class="quietly download" role="status" />
          </div>
        ),
      )}
    </FormScreen>
  );
};

/** Marks the field while a file is held over it. */
const markHeldFile = ({ type, currentTarget }: TargetedEvent<HTMLInputElement>): void => {
  currentTarget.parentElement?.classList.toggle("near", type === "dragenter");
};

/** The lines for the typed bank; blank for an unknown bank. */
function linesFor(typed: string, downloads: LoginForm["downloads"] = []): string {
  const words = ` ${typed.toLowerCase().replace(/[^\p{L}\d]+/gu, " ")} `;
  const found = downloads.find(({ names }) => names.some((name) => words.includes(` ${name} `)));
  return found?.lines.join("\n") ?? "";
}

/** Shows the message for a too large file, in place of the message for a missing file. */
function sayTooLarge(input: HTMLInputElement | null, text: string): void {
  const message = input?.closest(".field")?.querySelector(".missing");
  if (message) message.textContent = text;
  input?.setCustomValidity(text);
  input?.checkValidity();
}
