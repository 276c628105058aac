import type { TargetedEvent } from "preact";
import type { LoginForm } from "../../protocol/link/login-form.ts";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { calm, complain } from "../ui/missing.ts";
import { OutLink } from "../ui/out-link.tsx";
import { FormScreen } from "./form-screen.tsx";
import { inSentence } from "./texts.ts";
import { uploads } from "./uploads.ts";
import type { LazyView } from "./view.ts";

/** The most characters of a file that the server takes. */
const MAX_LENGTH = 12 * 1024 * 1024;

/** The form for a file, and for the name of the bank that it is from. */
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
        const file = await compressed(data.get("file") as File);
        if (file.length > MAX_LENGTH) return sayTooLarge(input, texts?.tooLarge ?? "");
        const bank = String(data.get("bank") ?? "");
        showProgress(texts);
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
                onInvalid={complain}
                onDragEnter={markHeldFile}
                onDragLeave={markHeldFile}
                onDrop={markHeldFile}
                onChange={(event) => {
                  const { currentTarget: input } = event;
                  const name = input.parentElement?.querySelector("small");
                  if (name) name.textContent = input.files?.[0]?.name ?? texts?.drop ?? "";
                  input.setCustomValidity("");
                  calm(event);
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

/** The lines for the bank whose name is typed; a blank text for an unknown one. */
function linesFor(typed: string, downloads: LoginForm["downloads"] = []): string {
  const words = ` ${typed.toLowerCase().replace(/[^\p{L}\d]+/gu, " ")} `;
  const found = downloads.find(({ names }) => names.some((name) => words.includes(` ${name} `)));
  return found?.lines.join("\n") ?? "";
}

const SUBMIT = "/bridge/credentials/submit";

/** Shows the progress of the request that has the file: `fetch` does not report how much it has sent. */
function showProgress(texts: LoginForm["texts"]): void {
  uploads[SUBMIT] = (path, { headers, body, signal } = {}) => {
    delete uploads[SUBMIT];
    const request = new XMLHttpRequest();
    const progress = document.createElement("div");
    progress.className = "sent";
    progress.role = "progressbar";
    progress.ariaLabel = texts?.sending ?? "";
    progress.dataset.testid = "file-progress";
    request.open("POST", String(path));
    for (const [name, value] of Object.entries(headers ?? {}))
      request.setRequestHeader(name, value);
    const show = (text: string, share: number) => {
      const percent = Math.floor(100 * share);
      progress.ariaLabel = text;
      progress.ariaValueNow = `${percent}`;
      progress.style.setProperty("--share", `${percent}%`);
      progress.textContent = `${text} · ${percent}\u00a0%`;
      // The view that waits for the answer is centred; the form stays beneath it, hidden.
      if (!progress.isConnected) document.querySelector(".centred .body")?.append(progress);
    };
    request.upload.onprogress = ({ loaded, total }) => show(texts?.sending ?? "", loaded / total);
    let polls: ReturnType<typeof setInterval> | undefined;
    request.upload.onload = () => {
      show(texts?.reading ?? "", 0);
      progress.textContent = texts?.reading ?? "";
      polls = setInterval(async () => {
        const read = await readShare(headers);
        if (read !== null && polls) show(texts?.reading ?? "", read);
      }, POLL_MS);
    };
    const answer = new Promise<Response>((resolve, reject) => {
      request.onload = () => {
        const retryAfter = request.getResponseHeader("retry-after");
        const { response, status } = request;
        resolve(new Response(response, { status, headers: { "retry-after": retryAfter ?? "" } }));
      };
      request.onerror = reject;
      signal?.addEventListener("abort", () => {
        reject(signal.reason);
        request.abort();
      });
      request.send(String(body));
    });
    return answer.finally(() => {
      clearInterval(polls);
      polls = undefined;
      progress.remove();
    });
  };
}

const POLL_MS = 350;

/** The share of the file that our server has read; null if it does not say, as one of several processes may not. */
async function readShare(headers: HeadersInit | undefined): Promise<number | null> {
  try {
    const request = { method: "POST", body: "{}", ...(headers && { headers }) };
    return (await (await fetch("/bridge/file/progress", request)).json()).read ?? null;
  } catch {
    return null;
  }
}

/** A file in base64, by gzip where the browser has it. */
async function compressed(file: File): Promise<string> {
  const blob = self.CompressionStream
    ? await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob()
    : file;
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ""));
    reader.readAsDataURL(blob);
  });
}

/** Shows a message at the input in place of the one for no file. */
function sayTooLarge(input: HTMLInputElement | null, text: string): void {
  const message = input?.closest(".field")?.querySelector(".missing");
  if (message) message.textContent = text;
  input?.setCustomValidity(text);
  input?.checkValidity();
}
