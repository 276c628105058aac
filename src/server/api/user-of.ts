import { tokenFormat } from "../../protocol/link/token-kinds.ts";
import { Fault } from "../domain/fault.ts";
import { tokenEnvironment } from "../domain/identifiers.ts";
import type { User } from "../domain/users/user.ts";
import type { ApiContext } from "./endpoint.ts";

/** The two fields of a request that may name the user. */
type UserFields = { user_id?: string | undefined; user_token?: string | undefined };

/** Whether a request names a user at all. */
export const namesUser = ({ user_id, user_token }: UserFields): boolean =>
  user_id !== undefined || user_token !== undefined;

/**
 * The user of a request. `user_id` takes any user's id; for a legacy API user that is the
 * user_token. The legacy `user_token` takes only a user_token. Throws INVALID_USER_ID or
 * INVALID_USER_TOKEN for other values, and for another client's user.
 */
export const findUser = async (fields: UserFields, context: ApiContext): Promise<User> => {
  const { field, code, id } = readUserId(fields);
  if (field === "user_token") context.countLegacyUse(field);
  const problem = FORMATS[field](id, context.environment);
  if (problem !== null) throw new Fault(code, { message: problem });
  const user = await context.store.users.byUserId(id);
  if (user?.clientId !== context.client.clientId) throw new Fault(code);
  return user;
};

function readUserId({ user_id, user_token }: UserFields) {
  if (user_id !== undefined && user_token !== undefined)
    throw new Fault("INVALID_FIELD", {
      message: "user_id and user_token name a user each; send one of them",
    });
  if (user_id !== undefined)
    return { field: "user_id", code: "INVALID_USER_ID", id: user_id } as const;
  if (user_token !== undefined)
    return { field: "user_token", code: "INVALID_USER_TOKEN", id: user_token } as const;
  throw new Fault("MISSING_FIELDS", {
    message: "the following required fields are missing: user_id",
  });
}

const NEW_ID = /^usr_[0-9A-Za-z]+$/;

/** Returns the problem with an id's format in a field, or null. */
const FORMATS = {
  user_id: (id: string, environment: string) =>
    NEW_ID.test(id) ? null : legacyProblem(id, "user_id", environment),
  user_token: (id: string, environment: string) =>
    NEW_ID.test(id)
      ? "a user_id of the new user API is not valid as user_token; send it as user_id"
      : legacyProblem(id, "user_token", environment),
} as const;

function legacyProblem(
  id: string,
  field: "user_id" | "user_token",
  environment: string,
): string | null {
  const environmentInId = tokenEnvironment("user", id);
  if (environmentInId === environment) return null;
  if (environmentInId !== null)
    return `the ${field} is of another environment; this server serves ${environment}`;
  const format = `the ${field} is in an invalid format; expected format: `;
  return field === "user_token"
    ? `${format}${tokenFormat("user")}`
    : `${format}usr_<identifier>, or for a user of the legacy API its user_token, ` +
        `${tokenFormat("user")}; the legacy API's user_id without a prefix is not ` +
        "valid in any field";
}
