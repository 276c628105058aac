// What the benches call of the server, built for them by `npm run bench`.
export { expand } from "../src/protocol/compact-institutions.ts";
export { searchInstitutions } from "../src/protocol/institution-search.ts";
export { searchIndex } from "../src/protocol/search-index.ts";
export { indexQuery, institutionIndex } from "../src/server/bridge/session/institution-index.ts";
export { connectorsFor } from "../src/server/connectors/index.ts";
export { createSandboxConnector } from "../src/server/connectors/sandbox/connector.ts";
export { sealCredentials } from "../src/server/domain/connectors/open-login.ts";
export { digest } from "../src/server/domain/identifiers.ts";
export { createDirectory } from "../src/server/domain/institutions/directory.ts";
export { newItem } from "../src/server/domain/items/new-item.ts";
export { issuePublicToken } from "../src/server/domain/link/public-token.ts";
export { newFeed } from "../src/server/domain/transactions/transaction-feed.ts";
export { openServices } from "../src/server/open-services.ts";
export { readSettings } from "../src/server/settings/settings.ts";
