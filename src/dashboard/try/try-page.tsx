import { useEffect, useRef, useState } from "preact/hooks";
import { create } from "../../sdk/index.ts";
import { brand } from "../brand.ts";
import type { PageProps } from "../page.ts";
import { timeText } from "../ui/time.ts";
import { CodeCard } from "./code-card.tsx";
import { configOf, type LinkOptions } from "./link-options.ts";
import { OptionsForm } from "./options-form.tsx";

const FIRST: LinkOptions = {
  clientName: "Corner Shop",
  product: ["auth", "transactions"],
  countryCodes: ["US"],
  language: "",
  theme: "",
  accountSelection: "",
  webhook: "",
  legalName: "",
  emailAddress: "",
  token: "",
};

/** The most lines that stay in front of somebody. */
const MOST_LINES = 500;

type Line = { at: number; name: string; detail: string };

/** Link with every option, the code for it, and what it tells as it happens. */
export const TryPage = ({ state }: PageProps) => {
  const { environment, client } = state.answer;
  const [options, setOptions] = useState(FIRST);
  const [lines, setLines] = useState<Line[]>([]);
  const link = useRef<ReturnType<typeof create> | null>(null);
  useEffect(() => () => link.current?.destroy(), []);
  if (!client)
    return (
      <div class="empty">
        <h2>Choose a client first</h2>
        <p>
          Link is opened with the keys of one client. <a href="/dashboard/clients">All clients</a>
        </p>
      </div>
    );
  const config = configOf(options, { key: client.public_key, env: environment });
  const tell = (name: string, detail: unknown): void =>
    setLines((before) =>
      [...before, { at: Date.now(), name, detail: JSON.stringify(detail) ?? "" }].slice(
        -MOST_LINES,
      ),
    );
  const open = (): void => {
    link.current?.destroy();
    setLines([]);
    try {
      link.current = create({
        ...config,
        origin: location.origin,
        onSuccess: (publicToken: string, metadata: unknown) =>
          tell("onSuccess", { publicToken, metadata }),
        onExit: (error: unknown, metadata: unknown) => tell("onExit", { error, metadata }),
        onEvent: (name: string, metadata: unknown) => tell(name, metadata),
      } as Parameters<typeof create>[0]);
      link.current.open();
    } catch (failure) {
      tell("create", failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <div class="try">
      <OptionsForm {...{ options, client }} onChange={setOptions} onOpen={open} />
      <div>
        <CodeCard
          shown={{
            config,
            options,
            origin: location.origin,
            clientId: client.client_id,
            global: brand().headers,
          }}
        />
        <section class="card" aria-labelledby="told">
          <h2 id="told">What Link tells</h2>
          {lines.length === 0 ? (
            <p class="none">Open Link, and its events are printed here as they come.</p>
          ) : (
            <div role="log" aria-label="Events">
              <ol class="timeline">
                {lines.map(({ at, name, detail }, index) => (
                  <li key={index} class="event">
                    <time>{timeText(at).slice(11)}</time>
                    <span>
                      <b>{name}</b>
                      <small>{detail}</small>
                    </span>
                  </li>
                ))}
              </ol>
            </div>
          )}
        </section>
      </div>
    </div>
  );
};
