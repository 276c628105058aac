import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { PasskeyChallenge } from "../../protocol/dashboard/dashboard-people.ts";
import { type browser, OWN } from "./dashboard.ts";

/** The parts of a ceremony that a test changes to provoke a refusal. */
export type Changes = Partial<{ type: string; origin: string; host: string; flags: number }>;

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();

/** A passkey authenticator with one key, for the page of the test server. */
export const authenticator = (kind: "ec" | "rsa" = "ec") => {
  const { publicKey, privateKey } =
    kind === "ec"
      ? generateKeyPairSync("ec", { namedCurve: "prime256v1" })
      : generateKeyPairSync("rsa", { modulusLength: 2048 });
  const id = randomBytes(16);
  let counter = 0;
  const clientData = (type: string, { options }: PasskeyChallenge, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: options.challenge,
        origin: OWN,
        ...changes,
        host: undefined,
      }),
    );
  const data = ({ host = "localhost", flags = 0x05 }: Changes, credential = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(host), Buffer.of(flags), count, credential]);
  };
  return {
    id: id.toString("base64url"),
    count: (next: number) => {
      counter = next;
    },
    make: (challenge: PasskeyChallenge, changes: Changes = {}) => ({
      sealed: challenge.sealed,
      credential: {
        id: id.toString("base64url"),
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, changes).toString("base64url"),
          authenticatorData: data(
            { flags: 0x45, ...changes },
            Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id]),
          ).toString("base64url"),
          publicKey: publicKey.export({ format: "der", type: "spki" }).toString("base64url"),
          publicKeyAlgorithm: kind === "ec" ? -7 : -257,
        },
      },
    }),
    answer: (challenge: PasskeyChallenge, changes: Changes = {}) => {
      const client = clientData("webauthn.get", challenge, changes);
      const own = data(changes);
      const signature = sign("sha256", Buffer.concat([own, sha256(client)]), privateKey);
      return {
        sealed: challenge.sealed,
        credential: {
          id: id.toString("base64url"),
          response: {
            clientDataJSON: client.toString("base64url"),
            authenticatorData: own.toString("base64url"),
            signature: signature.toString("base64url"),
          },
        },
      };
    },
  };
};

/** Requests a challenge, by default for a sign-in. */
export const fetchChallenge = async (
  dashboard: ReturnType<typeof browser>,
  path = "member/passkey/start",
  body: object = {},
) => PasskeyChallenge.parse((await dashboard.post(path, body)).body);
