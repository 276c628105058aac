import { useEffect, useRef, useState } from "preact/hooks";
import { create } from "../../sdk/index.ts";
import type { Controller } from "../session/controller.ts";
import { createLinkToken } from "../ui/create-link-token.ts";
import { configOf, type LinkOptions, linkTokenBody } from "./link-options.ts";

/** The maximum number of events in the log. */
const MAX_EVENTS = 500;

/** An event of Link, or a call that was made for it. */
export type LoggedEvent = {
  at: number;
  name: string;
  detail: unknown;
  /** The address of hosted Link, which is not opened in the page. */
  href: string | undefined;
};

/** Opens Link in the page, and collects its events. */
export const useLink = (
  controller: Controller,
  keys: { key: string; env: string },
): {
  events: readonly LoggedEvent[];
  isBusy: boolean;
  /** Why Link was not opened last time; null if it was. */
  refusal: string | null;
  forgetRefusal(): void;
  open(options: LinkOptions): Promise<void>;
} => {
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
  const log = (name: string, detail: unknown, href?: string): void =>
    setEvents((previous) =>
      [...previous, { at: Date.now(), name, detail, href }].slice(-MAX_EVENTS),
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
  const open = async (options: LinkOptions): Promise<void> => {
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
  return { events, isBusy, refusal, forgetRefusal: () => setRefusal(null), open };
};
