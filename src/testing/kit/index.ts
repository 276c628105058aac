export type { TestPage } from "./drivers.ts";
export { createFakeLink, type FakeHandler, type FakeLink } from "./fake-link.ts";
export { linkAccount } from "./link-account.ts";
export { LinkAccountError, type LinkAccountOptions, type Mfa } from "./link-user.ts";
export {
  type ApiResponse,
  type Clock,
  type Duration,
  type LinkItemOptions,
  type LinkTokenFields,
  type Service,
  ServiceError,
  type ServiceOptions,
  startService,
} from "./service.ts";
export {
  createWebhookSigner,
  type ReceivedWebhook,
  receiveWebhooks,
  type SignedWebhook,
  type VerificationKey,
  type WebhookFilter,
  type WebhookReceiver,
  type WebhookSigner,
  type WebhookSignerOptions,
} from "./webhooks.ts";
