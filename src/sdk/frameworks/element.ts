import type { Handler } from "../config-type.ts";
import type { LinkEvent } from "../event-types.ts";
import { create } from "../module.ts";
import type { ExitMetadata, LinkError, SuccessMetadata } from "../types.ts";
import { createController, OPTION_NAMES } from "./controller.ts";
import type { LinkOptions } from "./link-options.ts";

export type { GetToken, LinkOptions } from "./link-options.ts";

/** The events of the element; they do not bubble. */
export type ServiceLinkEventMap = {
  success: CustomEvent<{ publicToken: string; metadata: SuccessMetadata }>;
  exit: CustomEvent<{ error: LinkError | null; metadata: ExitMetadata }>;
  event: CustomEvent<{ name: LinkEvent[0]; metadata: LinkEvent[1] }>;
  load: CustomEvent<null>;
  /** Link cannot be opened. */
  error: CustomEvent<Error>;
};

/** The options as properties of the element. Callbacks are events of the element. */
type Properties = Partial<
  Pick<LinkOptions, Exclude<keyof LinkOptions, `on${string}` | "isWebview">>
>;

/**
 * The element `<service-link>`. A click inside the element opens Link. Text and list options are
 * attributes in kebab case, such as `token`, `client-name` and `product="auth transactions"`. All
 * options are also properties.
 */
export interface ServiceLinkElement extends HTMLElement, Properties {
  /** Whether `open` shows Link: at once, or after `getToken` returns a token. */
  readonly ready: boolean;
  /** The reason why Link cannot be opened, or null. */
  readonly error: Error | null;
  open(): void;
  exit: Handler["exit"];
  addEventListener<Name extends keyof ServiceLinkEventMap>(
    name: Name,
    listener: (this: ServiceLinkElement, event: ServiceLinkEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (this: HTMLElement, event: HTMLElementEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "service-link": ServiceLinkElement;
  }
}

const NAMES = [...OPTION_NAMES.filter((name) => !name.startsWith("on")), "key"];

/** List options, whose attributes are separated by spaces or commas. */
const LISTS = ["product", "countryCodes"];

const toAttribute = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/** Registers the element once. Does nothing without a page, for example on a server. */
const register = () => {
  // Another copy of the package may have defined the element.
  if (typeof customElements === "undefined" || customElements.get("service-link")) return;
  customElements.define(
    "service-link",
    class ServiceLink extends HTMLElement {
      static observedAttributes = NAMES.map(toAttribute);

      static {
        for (const name of NAMES)
          Object.defineProperty(ServiceLink.prototype, name, {
            get() {
              return this.#values[name];
            },
            set(value: unknown) {
              this.#change(name, value);
            },
          });
      }

      #values: Record<string, unknown> = {};
      #isWaiting = false;
      #controller = createController(
        "<service-link>",
        ({ error }) => {
          if (error) this.#send("error", error);
        },
        create,
      );

      constructor() {
        super();
        this.addEventListener("click", () => this.open());
      }

      connectedCallback() {
        // Set before the element was registered.
        for (const name of NAMES)
          if (Object.hasOwn(this, name)) {
            const value = Reflect.get(this, name);
            Reflect.deleteProperty(this, name);
            this.#change(name, value);
          }
        this.#schedule();
      }

      disconnectedCallback() {
        this.#schedule();
      }

      attributeChangedCallback(attribute: string, _: unknown, value: string | null) {
        const name = attribute.replace(/-./g, (letters) => letters.slice(1).toUpperCase());
        const list = LISTS.includes(name) && value?.split(/[\s,]+/).filter(Boolean);
        this.#change(name, list || (value ?? undefined));
      }

      get ready() {
        return this.#controller.state.ready;
      }

      get error() {
        return this.#controller.state.error;
      }

      open() {
        this.#controller.open();
      }

      exit(options?: Parameters<Handler["exit"]>[0]) {
        this.#controller.exit(options);
      }

      #change(name: string, value: unknown) {
        this.#values[name] = value;
        this.#schedule();
      }

      /** Applies all changes of a task together. An element that only moves stays unchanged. */
      #schedule() {
        if (this.#isWaiting) return;
        this.#isWaiting = true;
        queueMicrotask(() => {
          this.#isWaiting = false;
          if (this.isConnected) this.#controller.update(this.#options());
          else this.#controller.stop();
        });
      }

      #options() {
        return {
          ...this.#values,
          onSuccess: (publicToken: unknown, metadata: unknown) =>
            this.#send("success", { publicToken, metadata }),
          onExit: (error: unknown, metadata: unknown) => this.#send("exit", { error, metadata }),
          onEvent: (name: unknown, metadata: unknown) => this.#send("event", { name, metadata }),
          onLoad: () => this.#send("load", null),
        } as unknown as LinkOptions;
      }

      #send(name: string, detail: unknown) {
        this.dispatchEvent(new CustomEvent(name, { detail }));
      }
    },
  );
};

register();
