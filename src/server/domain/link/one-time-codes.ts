import type { ResendCodeResponse } from "../../../protocol/link/bridge.ts";
import type { Challenge } from "../../../protocol/link/login-form.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { Connector } from "../connectors/connector.ts";
import { openCredentials } from "../connectors/open-login.ts";
import { Fault } from "../fault.ts";
import type { LinkDeps } from "./deps.ts";
import { type AtChallenge, openChallenge, openProgress, sealProgress } from "./session-step.ts";

/**
 * The maximum number of codes per login: each costs the institution, and may annoy another person.
 */
const MAX_CODES = 5;

/** The minimum pause between two codes, in ms. An institution may require a longer pause. */
const MIN_PAUSE_MS = 30_000;

/** Returns a challenge. Its code can be sent again only if the connector supports that. */
export const sendableChallenge = (
  challenge: Challenge,
  connector: Pick<Connector, "resendCode">,
): Challenge =>
  challenge.type === "code" && !connector.resendCode
    ? { ...challenge, resend_after: undefined }
    : challenge;

/** Counts a challenge's sent code, and keeps the list from which its device was chosen. */
export const toCodes = (
  challenge: Challenge,
  previous: AtChallenge | undefined,
  now: number,
): Pick<AtChallenge, "codes" | "devices"> => {
  if (challenge.type !== "code") return previous?.codes ? { codes: previous.codes } : {};
  const codes = { sent: (previous?.codes?.sent ?? 0) + 1, nextAt: now + pauseOf(challenge) };
  if (previous?.challenge.type !== "device") return { codes };
  const { challenge: list, sealedProgress } = previous;
  return { codes, devices: { challenge: list, sealedProgress } };
};

/** Returns the challenge as Link offers it now: another code or device only if possible. */
export const offeredChallenge = (
  services: Pick<LinkDeps, "clock" | "vault">,
  step: AtChallenge,
): Challenge => {
  const { codes } = step;
  const challenge = openChallenge(services, step);
  const now = services.clock();
  if (challenge.type !== "code") return challenge;
  const { resend_after, ...code } = challenge;
  if (!mayAskForCode(step)) return code;
  const otherDevices = otherDevicesOf(step);
  return {
    ...code,
    ...(resend_after !== undefined && { resend_after: secondsUntil(codes?.nextAt ?? now, now) }),
    ...(otherDevices.length > 0 && { other_devices: otherDevices }),
  };
};

/**
 * Sends another code, unless it is too early or too many were sent; null if the challenge sends no
 * codes.
 */
export const resendCode = async (
  services: LinkDeps,
  step: AtChallenge,
  language: Language,
): Promise<{ answer: ResendCodeResponse; step: AtChallenge } | null> => {
  const { challenge, codes, institutionId, itemId } = step;
  const connector = services.directory.connectorOf(institutionId);
  if (challenge.type !== "code" || challenge.resend_after === undefined || !connector.resendCode)
    return null;
  const now = services.clock();
  const refuse = (nextAt: number) => ({
    answer: { sent: false, resend_after: secondsUntil(nextAt, now) },
    step: { ...step, codes: { sent: codes?.sent ?? 1, nextAt } },
  });
  if (!mayAskForCode(step)) return { answer: { sent: false, resend_after: null }, step };
  if (codes && now < codes.nextAt) return refuse(codes.nextAt);
  const credentials = openCredentials(services, step);
  const progress = openProgress(services, step);
  try {
    const next = await connector.resendCode(institutionId, credentials, progress, language);
    const nextStep: AtChallenge = {
      ...step,
      sealedProgress: sealProgress(services, itemId, next),
      codes: { sent: (codes?.sent ?? 1) + 1, nextAt: now + pauseOf(challenge) },
    };
    const { resend_after = null } = offeredChallenge(services, nextStep) as typeof challenge;
    return { answer: { sent: true, resend_after }, step: nextStep };
  } catch (failure) {
    if (!(failure instanceof Fault) || failure.retryAfterMs === null) throw failure;
    return refuse(now + failure.retryAfterMs);
  }
};

/** Returns the step with the list of devices; null without another device. */
export const backToDevices = (step: AtChallenge): AtChallenge | null => {
  const { devices, ...rest } = step;
  return devices && mayAskForCode(step) && otherDevicesOf(step).length > 0
    ? { ...rest, ...devices }
    : null;
};

/** Whether a login may send one more code. */
const mayAskForCode = ({ codes }: AtChallenge): boolean => (codes?.sent ?? 1) < MAX_CODES;

/** Returns the kinds of the devices to which the code was not sent. */
const otherDevicesOf = ({ challenge, devices }: AtChallenge) =>
  challenge.type === "code" && devices?.challenge.type === "device"
    ? devices.challenge.devices
        .filter(({ mask }) => mask !== challenge.sent_to)
        .map(({ kind }) => kind)
    : [];

const pauseOf = ({ resend_after = 0 }: { resend_after?: number | undefined }): number =>
  Math.max(MIN_PAUSE_MS, resend_after * 1000);

const secondsUntil = (time: number, now: number): number =>
  Math.max(0, Math.ceil((time - now) / 1000));
