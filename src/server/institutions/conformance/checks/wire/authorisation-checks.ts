import { valueAt } from "../../../../connectors/data-api/dialect.ts";
import type { Check } from "../../check.ts";
import type {
  AuthorisationReplies,
  ConsentObservations,
  Exchange,
} from "../../consents/observations.ts";
import { readFields, readText } from "../../reply.ts";
import { codeWords, onConsent, quoted } from "./findings.ts";

const ERROR_CODE = ["tppMessages.0.code", "code"];

/** The states of an authorization, by NextGenPSD2 1.3. */
const STATES =
  /^(received|psuIdentified|psuAuthenticated|scaMethodSelected|started|unconfirmed|finalised|failed|exempted)$/;

/** The kinds of methods, by NextGenPSD2 1.3. */
const METHODS = /^(SMS_OTP|CHIP_OTP|PHOTO_OTP|PUSH_OTP|SMTP_OTP|PUSH_DEC)$/;

type Find = (
  replies: AuthorisationReplies,
  consent: ConsentObservations,
) => string | null | undefined;

/** A check of an authorization that was started or continued. */
const onAuthorisation = ({
  find,
  ...check
}: Omit<Check, "area" | "find"> & { find: Find }): Check =>
  onConsent({
    ...check,
    find: (consent) => (consent.authorisation ? find(consent.authorisation, consent) : undefined),
  });

/** The checks of an authorization in the institution's app, or by a form of the client. */
export const authorisationChecks: readonly Check[] = [
  onAuthorisation({
    id: "authorisation-started",
    what: "has an authorization that the client starts",
    fix: "answer POST /consents/{id}/authorisations with 201 and authorisationId",
    find: ({ started }) => {
      if (started === null) return null;
      if (started.status === null || started.status >= 300) return refusal(started);
      return readText(started.body, "authorisationId") === undefined
        ? `authorisationId is ${quoted(valueAt(started.body, "authorisationId"))}`
        : null;
    },
  }),
  onAuthorisation({
    id: "authorisation-created",
    what: "has an authorization that is answered as a new one",
    fix: "respond 201 and not 200",
    level: "should",
    find: ({ started }) =>
      started?.status == null || started.status >= 300
        ? undefined
        : started.status === 201
          ? null
          : `responds ${started.status}`,
  }),
  onAuthorisation({
    id: "authorisation-link",
    what: "has an authorization that can be watched",
    fix: "add scaStatus to _links, with an href that ends in /authorisations/{authorisationId}",
    level: "should",
    find: ({ started, steps }) => {
      if (started === null || steps.length > 0) return undefined;
      const links = readFields(valueAt(started.body, "_links"));
      return readText(readFields(links.scaStatus), "href") === undefined
        ? "_links.scaStatus has no href"
        : null;
    },
  }),
  onAuthorisation({
    id: "authorisation-message",
    what: "tells its user to open the app",
    fix: "add psuMessage: a sentence for the user, of at most 500 characters",
    level: "should",
    find: ({ started, steps }) => {
      if (started === null || steps.length > 0) return undefined;
      const message = valueAt(started.body, "psuMessage");
      if (typeof message !== "string" || message.trim() === "")
        return `psuMessage is ${quoted(message)}`;
      return message.length > 500 ? `psuMessage has ${message.length} characters` : null;
    },
  }),
  onAuthorisation({
    id: "authorisation-password",
    what: "takes its user's password",
    fix: "answer PUT /consents/{id}/authorisations/{authorisationId} with psuData.password with 200",
    find: (replies) => stepFault(replies, "password"),
  }),
  onAuthorisation({
    id: "authorisation-methods",
    what: "offers methods that a client can name and choose",
    fix: "give each of scaMethods an authenticationMethodId of its own, a name, and a type of the standard in authenticationType",
    find: ({ started, steps }) => {
      // A user who has already signed in is not asked for a password.
      const [first] = steps;
      const listed = first?.step === "password" ? first.reply : started;
      const methods = valueAt(listed?.body, "scaMethods");
      if (methods === undefined) return undefined;
      if (!Array.isArray(methods)) return `scaMethods is ${quoted(methods)}`;
      return methodsFault(methods.map(readFields));
    },
  }),
  onAuthorisation({
    id: "authorisation-method",
    what: "takes the method that its user has chosen",
    fix: "answer PUT with an authenticationMethodId of scaMethods with 200",
    find: (replies) => stepFault(replies, "method"),
  }),
  onAuthorisation({
    id: "authorisation-challenge",
    what: "tells its user how they get the code",
    fix: "add challengeData: data or image, or a sentence in additionalInformation, or psuMessage",
    find: ({ steps }) => {
      const asked = steps.at(-2)?.reply;
      if (steps.at(-1)?.step !== "code" || !asked) return undefined;
      const challenge = readFields(valueAt(asked.body, "challengeData"));
      const [data] = [challenge.data].flat();
      const texts = [data, challenge.image, challenge.additionalInformation];
      const all = [...texts, valueAt(asked.body, "psuMessage")];
      return all.some((text) => typeof text === "string" && text.trim() !== "")
        ? pictureFault(challenge.image)
        : "challengeData and psuMessage say nothing";
    },
  }),
  onAuthorisation({
    id: "authorisation-code",
    what: "takes the code of its user",
    fix: "answer PUT with the right scaAuthenticationData with 200",
    find: (replies) => stepFault(replies, "code"),
  }),
  onAuthorisation({
    id: "authorisation-status",
    what: "has an authorization whose state is a word of the standard",
    fix: "make scaStatus received, psuIdentified, psuAuthenticated, scaMethodSelected, started, unconfirmed, finalised, failed or exempted",
    find: ({ started, steps, last }) => {
      const bodies = [started, ...steps.map(({ reply }) => reply), last]
        .filter((reply) => reply !== null && reply.failure === null)
        .map((reply) => valueAt(reply?.body, "scaStatus"));
      const wrong = bodies.find((word) => typeof word !== "string" || !STATES.test(word));
      const isMissing = bodies.some((word) => word === undefined);
      if (isMissing) return "scaStatus is nothing";
      return wrong === undefined ? null : `scaStatus is ${quoted(wrong)}`;
    },
  }),
  onAuthorisation({
    id: "authorisation-done",
    what: "is over once its user has approved",
    fix: "make scaStatus finalised when the user has approved, and answer GET /consents/{id}/authorisations/{authorisationId} with it",
    find: ({ last }) => {
      if (last === null) return undefined;
      if (last.failure !== null) return refusal(last);
      const word = valueAt(last.body, "scaStatus");
      return word === "finalised" || word === "exempted" ? null : `scaStatus is ${quoted(word)}`;
    },
  }),
];

const refusal = (reply: Exchange): string | null =>
  reply.status === null ? reply.failure : codeWords(reply, ERROR_CODE);

const stepFault = (
  { steps }: AuthorisationReplies,
  name: AuthorisationReplies["steps"][number]["step"],
): string | null | undefined => {
  const reply = steps.find(({ step }) => step === name)?.reply;
  if (!reply) return undefined;
  return reply.status === null || reply.status >= 300 ? refusal(reply) : reply.failure;
};

const methodsFault = (methods: readonly Record<string, unknown>[]): string | null => {
  if (methods.length === 0) return "scaMethods is empty";
  const ids = methods.map((method) => readText(method, "authenticationMethodId"));
  if (ids.includes(undefined)) return "a method has no authenticationMethodId";
  if (new Set(ids).size < ids.length) return `${ids.length} methods, ${new Set(ids).size} ids`;
  const unknown = methods.find(({ authenticationType: type }) => !METHODS.test(String(type)));
  if (unknown) return `authenticationType is ${quoted(unknown.authenticationType)}`;
  return methods.some((method) => readText(method, "name") === undefined)
    ? "a method has no name"
    : null;
};

/** A picture must be a PNG, JPEG or GIF in base64, which Link can show. */
const pictureFault = (image: unknown): string | null =>
  image === undefined || (typeof image === "string" && /^(iVBORw0KGgo|\/9j\/|R0lGOD)/.test(image))
    ? null
    : "challengeData.image is no PNG, JPEG or GIF in base64";
