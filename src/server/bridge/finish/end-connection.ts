import { ConnectionRequest, ConnectionResponse } from "../../../protocol/bridge.ts";
import { applyItemEvent } from "../../domain/items/apply-item-event.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { connectionShape, itemOfKey } from "./show-connection.ts";

/** Revokes a connection for its user; idempotent. */
export const endConnection = bridgeEndpoint({
  path: "/bridge/my/end",
  access: "open",
  request: ConnectionRequest,
  response: ConnectionResponse,
  async handle({ key }, services) {
    await applyItemEvent(services, await itemOfKey(key, services), "REVOKED");
    return connectionShape(await itemOfKey(key, services), services);
  },
});
