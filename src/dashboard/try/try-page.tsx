import { useEffect, useRef, useState } from "preact/hooks";
import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import { create } from "../../sdk/index.ts";
import { brand } from "../session/brand.tsx";
import type { PageProps } from "../session/page.ts";
import { ChooseClient } from "../ui/choose-client.tsx";
import { createLinkToken } from "../ui/create-link-token.ts";
import { ForRole } from "../ui/for-role.tsx";
import { timeText } from "../ui/time.tsx";
import { CodeCard } from "./code-card.tsx";
import { configOf, firstOptions, type LinkOptions, linkTokenBody } from "./link-options.ts";
import { OptionsForm } from "./options-form.tsx";

/** The maximum number of events in the log. */
const MAX_EVENTS = 500;

/** Opens Link with every option, and shows the code for it and its events. */
export const TryPage = ({ state, controller, router }: PageProps) => {
  const { environment, client } = state.answer;
  return client ? (
    <LinkTrial key={client.client_id} {...{ client, environment, controller }} />
  ) : (
    <ChooseClient {...{ controller, router }} reason="Link is opened for one client." />
  );
};

type LinkTrialProps = Pick<PageProps, "controller"> & {
  client: DashboardClient;
  environment: string;
};

const LinkTrial = ({ client, environment, controller }: LinkTrialProps) => {
  const [typed, setTyped] = useState(() => firstOptions(client));
  const [events, setEvents] = useState<LoggedEvent[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const link = useRef<ReturnType<typeof create> | null>(null);
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
      link.current?.destroy();
    },
    [],
  );
  const options = allowedOptions(typed, client);
  const keys = { key: client.public_key, env: environment };
  const log = (name: string, detail: unknown, href?: string): void =>
    setEvents((previous) =>
      [...previous, { at: Date.now(), name, detail: JSON.stringify(detail) ?? "", href }].slice(
        -MAX_EVENTS,
      ),
    );
  const show = (config: Record<string, unknown>): void => {
    try {
      link.current = create({
        ...config,
        origin: location.origin,
        onLoad: () => log("onLoad", undefined),
        onSuccess: (publicToken: string, metadata: unknown) =>
          log("onSuccess", { publicToken, metadata }),
        onExit: (error: unknown, metadata: unknown) => log("onExit", { error, metadata }),
        onEvent: (name: string, metadata: unknown) => log(name, metadata),
      } as Parameters<typeof create>[0]);
      link.current.open();
    } catch (failure) {
      setRefusal(failure instanceof Error ? failure.message : String(failure));
    }
  };
  const open = async (): Promise<void> => {
    if (isBusy) return;
    link.current?.destroy();
    setEvents([]);
    setRefusal(null);
    if (options.opener !== "link_token") return show(configOf(options, keys));
    setBusy(true);
    const answer = await createLinkToken(controller, linkTokenBody(options));
    if (!isHere.current) return;
    setBusy(false);
    if ("refusal" in answer) return setRefusal(answer.refusal);
    const { linkToken, hostedUrl } = answer;
    log("/link/token/create", { link_token: linkToken, hosted_link_url: hostedUrl }, hostedUrl);
    if (hostedUrl === undefined) show(configOf(options, keys, linkToken));
  };
  return (
    <div class="try">
      <ForRole least="developer">
        <OptionsForm
          {...{ options, client, isBusy, refusal }}
          onChange={(next) => {
            setTyped(next);
            setRefusal(null);
          }}
          onOpen={open}
        />
      </ForRole>
      <div>
        <CodeCard
          shown={{
            config: configOf(options, keys),
            options,
            origin: location.origin,
            clientId: client.client_id,
            global: brand().headers,
          }}
        />
        <EventLog events={events} />
      </div>
    </div>
  );
};

/**
 * Returns the options that hold for the client's users: a link token replaces a public_key that is switched off, and the
 * name of the white label any other.
 */
const allowedOptions = (options: LinkOptions, client: DashboardClient): LinkOptions => ({
  ...options,
  ...(options.opener === "public_key" && !client.public_key_enabled && { opener: "link_token" }),
  ...(client.brand.name && { clientName: client.brand.name }),
});

/** An event of Link, or a call that was made for it. */
type LoggedEvent = { at: number; name: string; detail: string; href: string | undefined };

/** Lists the events of Link as they come. */
const EventLog = ({ events }: { events: readonly LoggedEvent[] }) => (
  <section class="card" aria-labelledby="told">
    <h2 id="told">Events of Link</h2>
    {events.length === 0 ? (
      <p class="none">Open Link, and its events are printed here as they come.</p>
    ) : (
      <div role="log" aria-label="Events">
        <ol class="timeline">
          {events.map(({ at, name, detail, href }, index) => (
            <li key={index} class="event">
              <time>{timeText(at).slice(11)}</time>
              <span>
                <b>{name}</b>
                {detail !== "" && <EventDetail json={detail} />}
                {href !== undefined && (
                  <a class="link" href={href} target="_blank" rel="noreferrer">
                    Open hosted Link
                  </a>
                )}
              </span>
            </li>
          ))}
        </ol>
      </div>
    )}
  </section>
);

/** The data of an event in one line, cut at its end, which opens to all of it, indented. */
const EventDetail = ({ json }: { json: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="more" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{json}</summary>
      {isOpen && <pre>{JSON.stringify(JSON.parse(json), null, 2)}</pre>}
    </details>
  );
};
