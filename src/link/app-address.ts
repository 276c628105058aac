import type { EventMetadata, LinkInstitution } from "../protocol/link/link-event.ts";
import type { AppMessage } from "../protocol/link/messages.ts";

type Fields = Record<string, string | null | undefined>;

/**
 * Returns the address that Link navigates to for a message: `<scheme>://<type>?<fields>`. Messages
 * of a type always have the same keys; unused fields are empty. Accounts are JSON in the form of
 * `onSuccess`. A space is `%20`, since some platforms do not decode `+` as a space.
 */
export const formatAddress = (message: AppMessage, scheme: string): string => {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(toFields(message))) query.append(key, value ?? "");
  return `${scheme}://${message.type}?${String(query).replaceAll("+", "%20")}`;
};

const toFields = (message: AppMessage): Fields => {
  if (message.type === "event")
    return { event_name: message.event_name, ...NOTHING, ...message.metadata };
  const { link_session_id, institution } = message.metadata;
  if (message.type === "connected") {
    const { accounts } = message.metadata;
    return {
      public_token: message.public_token,
      ...institutionNames(institution),
      accounts: accounts && JSON.stringify(accounts),
      link_session_id,
    };
  }
  const { request_id, status } = message.metadata;
  return {
    status,
    error_type: message.error?.error_type,
    error_code: message.error?.error_code,
    error_message: message.error?.error_message,
    display_message: message.error?.display_message,
    ...institutionNames(institution),
    link_session_id,
    request_id,
  };
};

const institutionNames = (institution: LinkInstitution | null): Fields => ({
  institution_id: institution?.institution_id,
  institution_name: institution?.name,
});

const NOTHING: Record<keyof EventMetadata, ""> = {
  error_code: "",
  error_message: "",
  error_type: "",
  exit_status: "",
  institution_id: "",
  institution_name: "",
  institution_search_query: "",
  link_session_id: "",
  mfa_type: "",
  request_id: "",
  timestamp: "",
  view_name: "",
};
