import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type {
  ApprovalStep,
  LoginStep,
  PendingApproval,
} from "../../domain/connectors/login-step.ts";
import { Fault } from "../../domain/fault.ts";
import {
  type KnownAccount,
  permits,
  readAccounts,
  toBankAccount,
  withSepaNumbers,
} from "./accounts.ts";
import { type Answer, codeIn, segmentsOf, wantsTan } from "./answers.ts";
import {
  type Medium,
  readMedia,
  readMethods,
  readParameters,
  type TanMethod,
  versionOf,
} from "./bank-parameters.ts";
import { readTanRequest, toChallenge } from "./challenge.ts";
import { type Dialog, openDialog, order, tanOrder } from "./dialog.ts";
import { askForBalances, askForSepa, openingOrders } from "./orders.ts";
import { BankRefusal } from "./pin-guard.ts";
import { type Gathered, learn, type Progress, plain, type SignIn } from "./progress.ts";
import { refusalOf } from "./refusals.ts";
import { partOf } from "./segments.ts";
import { type State, userName } from "./state.ts";

type Step = LoginStep | ApprovalStep;

/** A second wrong TAN ends the sign-in, since banks lock a method after three. */
const MAX_WRONG = 2;

/** The default pauses between questions about an approval, and the default time limit. */
const MIN_WAIT_SECONDS = 2;
const APPROVAL_SECONDS = 300;

/** Begins a sign-in: reads the user's methods, and asks the user to choose between several. */
export const startSignIn = async (
  signIn: SignIn,
  { language, before }: { language: Language; before: State | null },
): Promise<Step> => {
  const dialog = openDialog({
    login: { ...signIn, systemId: "0" },
    method: null,
    send: signIn.send,
  });
  const answer = await dialog.send([
    ...openingOrders(dialog.login, signIn.productId),
    order("HKSYN", 3, { mode: 0 }),
  ]);
  requireAccepted(answer);
  const [synchronized] = segmentsOf(answer, "HISYN");
  const parameters = readParameters(answer);
  if (!synchronized || !parameters)
    throw new Fault("UNSUPPORTED_RESPONSE", { cause: new Error("the bank names no parameters") });
  await dialog.end();
  const methods = readMethods(answer);
  const [method] = methods;
  if (!method) throw new Fault("MFA_NOT_SUPPORTED");
  const gathered: Gathered = {
    ...{ language, parameters, bankCode: signIn.bankCode },
    systemId: partOf(synchronized, 0),
    accounts: readAccounts(answer),
    before: before && { method: before.method.id, medium: before.medium },
  };
  if (methods.length === 1) return chooseMedium(signIn, gathered, method);
  const labels = methodLabels(methods);
  const known = methods.findIndex(({ id }) => id === before?.method.id);
  return {
    at: "challenge",
    challenge: {
      type: "selections",
      questions: [
        {
          question: FORM_WORDS[language].fints.method,
          options: labels,
          ...(known >= 0 && { chosen: labels[known] ?? "" }),
        },
      ],
    },
    progress: JSON.stringify({ ...gathered, at: "method", methods } satisfies Progress),
  };
};

/** Continues a sign-in with an input of its user. */
export const answerSignIn = async (
  signIn: SignIn,
  progress: Progress,
  [answer = ""]: readonly string[],
): Promise<Step> => {
  switch (progress.at) {
    case "method": {
      const method = progress.methods[methodLabels(progress.methods).indexOf(answer)];
      if (!method) throw new Fault("INVALID_MFA");
      return chooseMedium(signIn, progress, method);
    }
    case "medium": {
      const medium = progress.media.find(({ name }, at) => answer === name || answer === `${at}`);
      if (!medium) throw new Fault("INVALID_MFA");
      return openStrong(signIn, progress, { method: progress.method, medium: medium.name });
    }
    case "tan":
      return submitTan(signIn, progress, answer);
  }
};

/** The names of methods as options, each once. */
const methodLabels = (methods: readonly TanMethod[]): string[] =>
  methods.map(({ id, name }) =>
    methods.filter((other) => other.name === name).length > 1 ? `${name} (${id})` : name,
  );

/**
 * Throws a bank's refusal. A refused dialog is not ended, since the last message would send the PIN
 * again.
 */
function requireAccepted(answer: Answer): void {
  const refusal = refusalOf(answer);
  if (refusal !== null) throw new BankRefusal(refusal, answer);
}

/** Reads the media of a method that needs a medium, and asks the user to choose between several. */
async function chooseMedium(signIn: SignIn, gathered: Gathered, method: TanMethod): Promise<Step> {
  const media = method.needsMedium ? await listMedia(signIn, gathered, method) : [];
  const [only] = media;
  if (media.length < 2) return openStrong(signIn, gathered, { method, medium: only?.name ?? null });
  const { language, before } = gathered;
  const known = media.find(({ name }) => name === before?.medium)?.name;
  const progress = { ...plain(gathered), at: "medium", method, media } satisfies Progress;
  const phones = media.flatMap(({ name, phone }, at) =>
    phone === null ? [] : [{ id: `${at}`, kind: "phone" as const, mask: `${name} ${phone}` }],
  );
  return {
    at: "challenge",
    challenge:
      phones.length === media.length
        ? { type: "device", devices: phones }
        : {
            type: "selections",
            questions: [
              {
                question: FORM_WORDS[language].fints.medium,
                options: media.map(({ name }) => name),
                ...(known !== undefined && { chosen: known }),
              },
            ],
          },
    progress: JSON.stringify(progress),
  };
}

async function listMedia(
  signIn: SignIn,
  { parameters, systemId }: Gathered,
  method: TanMethod,
): Promise<Medium[]> {
  const version = versionOf(parameters, "HKTAB", [4, 5]);
  if (version === null) return [];
  const dialog = openDialog({ login: { ...signIn, systemId }, method, send: signIn.send });
  const opened = await dialog.send([
    ...openingOrders(dialog.login, signIn.productId),
    tanOrder(method, "HKTAB", null),
  ]);
  // The PIN was just accepted. Some banks list no media in a dialog without a TAN.
  if (refusalOf(opened) === "unknown") return [];
  requireAccepted(opened);
  const answer = wantsTan(opened)
    ? null
    : await dialog.send([order("HKTAB", version, { mediaType: 0, mediaClass: "A" })]);
  await dialog.end();
  return answer ? readMedia(answer) : [];
}

type Chosen = { method: TanMethod; medium: string | null; wrong?: number };

/** Opens a dialog with strong authentication, which some banks require every 90 days only. */
async function openStrong(signIn: SignIn, gathered: Gathered, chosen: Chosen): Promise<Step> {
  const { method, medium } = chosen;
  const login = { ...signIn, systemId: gathered.systemId };
  const dialog = openDialog({ login, method, send: signIn.send });
  const answer = await dialog.send([
    ...openingOrders(login, signIn.productId),
    tanOrder(method, "HKIDN", medium),
  ]);
  requireAccepted(answer);
  return continueWith(signIn, learn(gathered, answer), chosen, dialog, answer);
}

function continueWith(
  signIn: SignIn,
  gathered: Gathered,
  { method, medium, wrong = 0 }: Chosen,
  dialog: Dialog,
  answer: Answer,
): Promise<Step> | Step {
  if (!wantsTan(answer)) return finish(signIn, gathered, { method, medium }, dialog);
  const request = readTanRequest(answer);
  const progress = JSON.stringify({
    ...{ ...gathered, at: "tan", method, medium, wrong },
    ...{ dialog: dialog.state(), reference: request.reference },
  } satisfies Progress);
  if (method.isDecoupled) {
    const wait = Math.max(method.wait, MIN_WAIT_SECONDS);
    const { firstWait, maxRequests } = method;
    const seconds = maxRequests > 0 ? firstWait + wait * maxRequests : APPROVAL_SECONDS;
    return {
      ...{ at: "approval", progress, code: null, message: request.words },
      lifetimeMs: Math.min(Math.max(seconds, 30), 900) * 1000,
      intervalMs: Math.max(wait, firstWait) * 1000,
    };
  }
  const { wrongTan, tan: help } = FORM_WORDS[gathered.language].fints;
  const note = wrong > 0 ? wrongTan : null;
  return { at: "challenge", challenge: toChallenge(request, { help, note }), progress };
}

type AtTan = Extract<Progress, { at: "tan" }>;

/** The dialog that waits for a TAN. */
const waitingDialog = (signIn: SignIn, { dialog: state, method, systemId }: AtTan): Dialog =>
  openDialog({ login: { ...signIn, systemId }, method, send: signIn.send, state });

const tanAnswer = (
  { method, reference }: AtTan,
  tanProcess: "2" | "S",
): Parameters<Dialog["send"]>[0] => [
  order("HKTAN", method.version, { tanProcess, orderRef: reference, nextTan: false }),
];

async function submitTan(signIn: SignIn, progress: AtTan, typed: string): Promise<Step> {
  const tan = typed.replace(/\s/g, "");
  if (!/^[\x21-\x7e]{1,99}$/.test(tan)) throw new Fault("INVALID_MFA");
  const dialog = waitingDialog(signIn, progress);
  const answer = await dialog.send(tanAnswer(progress, "2"), tan);
  const refusal = refusalOf(answer);
  const { method, medium } = progress;
  const wrong = progress.wrong + 1;
  // After a wrong TAN, the bank allows no second try, but a new TAN.
  if (refusal === "tan" && wrong < MAX_WRONG) {
    if (!codeIn(answer, "9800")) await dialog.end();
    return openStrong(signIn, plain(progress), { method, medium, wrong });
  }
  // The PIN was just accepted, so the dialog has timed out.
  if (refusal === "unknown") throw new Fault("USER_INPUT_TIMEOUT");
  requireAccepted(answer);
  return continueWith(signIn, learn(progress, answer), { method, medium }, dialog, answer);
}

/** Asks the bank whether the user has approved in the bank's app. */
export const pollApproval = async (
  signIn: SignIn,
  progress: Progress,
): Promise<LoginStep | PendingApproval> => {
  if (progress.at !== "tan") throw new Error("an approval without a dialog");
  const dialog = waitingDialog(signIn, progress);
  const answer = await dialog.send(tanAnswer(progress, "S"));
  const refusal = refusalOf(answer);
  if (refusal === "unknown" || refusal === "tan")
    throw new Fault(codeIn(answer, "9800") ? "USER_INPUT_TIMEOUT" : "OAUTH_USER_CANCELLED");
  requireAccepted(answer);
  if (wantsTan(answer)) {
    const next = { ...progress, dialog: dialog.state() } satisfies Progress;
    return { at: "pending", slowDown: false, progress: JSON.stringify(next) };
  }
  return finish(signIn, learn(progress, answer), progress, dialog);
};

/** Reads the accounts and their balances in the approved dialog, and ends the dialog. */
async function finish(
  { institutionId, user }: SignIn,
  gathered: Gathered,
  { method, medium }: Pick<Chosen, "method" | "medium">,
  dialog: Dialog,
): Promise<Extract<LoginStep, { at: "accounts" }>> {
  const open = { dialog, parameters: gathered.parameters, medium };
  const listed = (await askForSepa(open)) ?? [];
  const accounts = withSepaNumbers(gathered.accounts, listed).filter(isReadable);
  const read = [];
  for (const account of accounts) {
    const balances = await askForBalances(open, account);
    read.push(toBankAccount(account, balances === "tan" ? null : balances));
  }
  await dialog.end();
  if (read.length === 0) throw new Fault("NO_ACCOUNTS");
  const state: State = {
    ...{ user: userName(institutionId, user), bankCode: gathered.bankCode },
    ...{ systemId: gathered.systemId, method, medium, accounts },
    ...{ stopped: null, isPartial: false },
  };
  return { at: "accounts", accounts: read, connectorState: JSON.stringify(state) };
}

const isReadable = (account: KnownAccount): boolean =>
  ["HKSAL", "HKCAZ", "HKKAZ"].some((name) => permits(account, name));
