import {
  type ButtonHTMLAttributes,
  defineComponent,
  type FunctionalComponent,
  getCurrentInstance,
  getCurrentScope,
  type HTMLAttributes,
  h,
  type MaybeRefOrGetter,
  mergeProps,
  onMounted,
  onScopeDispose,
  type ShallowRef,
  shallowRef,
  toValue,
  watchEffect,
} from "vue";
import type { Config, Handler } from "../config-type.ts";
import { create } from "../module.ts";
import { createController, NOT_READY, OPTION_NAMES } from "./controller.ts";
import { embedIn } from "./embed-in.ts";
import type { ButtonOptions, EmbeddedOptions, LinkOptions } from "./link-options.ts";

export type { ButtonOptions, EmbeddedOptions, GetToken, LinkOptions } from "./link-options.ts";

/** The result of `useServiceLink`. */
export type ServiceLinkComposable = {
  /** Whether `open` shows Link: at once, or after `getToken` returns a token. */
  ready: Readonly<ShallowRef<boolean>>;
  /**
   * The reason why Link cannot be opened, or null. `onExit` receives the errors of an open Link.
   */
  error: Readonly<ShallowRef<Error | null>>;
  /** Shows Link; without a token, waits for the token. */
  open: () => void;
  /** Exits Link, which may ask the user first unless `force` is true. */
  exit: Handler["exit"];
};

/**
 * Prepares Link while the component is mounted, and removes it afterwards. Options may be a ref or
 * a getter. They are compared by value. After a change, Link loads again when it is closed; new
 * callbacks cause no load.
 */
export function useServiceLink(options: MaybeRefOrGetter<LinkOptions>): ServiceLinkComposable {
  return useLink(options, create);
}

function useLink(
  options: MaybeRefOrGetter<LinkOptions>,
  create: (config: Config) => Handler,
): ServiceLinkComposable {
  if (!getCurrentScope())
    throw new Error("useServiceLink: there is no component here; call it in setup");
  const ready = shallowRef(NOT_READY.ready);
  const error = shallowRef(NOT_READY.error);
  const controller = createController(
    "useServiceLink",
    (state) => {
      ready.value = state.ready;
      error.value = state.error;
    },
    create,
  );
  const scope = getCurrentScope();
  const start = () =>
    scope?.run(() => watchEffect(() => controller.update({ ...toValue(options) })));
  // Starts after the mount, so that hydration sees the server's markup.
  if (getCurrentInstance()) onMounted(start);
  else if (typeof document !== "undefined") start();
  onScopeDispose(controller.stop);
  return { ready, error, open: controller.open, exit: controller.exit };
}

/** The props of `ServiceLink`: Link's options, and the button's attributes. */
export type ServiceLinkProps = ButtonOptions & Omit<ButtonHTMLAttributes, keyof LinkOptions>;

/**
 * A button that opens Link, disabled until Link is ready. Callbacks are props or events: `success`,
 * `exit`, `event` and `load`. Vue's `key` is not the option `key`, the public_key: without tokens,
 * use the composable.
 */
export const ServiceLink: FunctionalComponent<ServiceLinkProps> = defineComponent({
  name: "ServiceLink",
  inheritAttrs: false,
  props: [...OPTION_NAMES],
  setup(props, { slots, attrs }) {
    const { ready, open } = useServiceLink(() => ({ ...props }) as unknown as LinkOptions);
    const openUnlessPrevented = (event: Event) => {
      if (!event.defaultPrevented) open();
    };
    return () => {
      const isDisabled = (attrs.disabled ?? false) !== false || !ready.value;
      return h(
        "button",
        mergeProps({ type: "button" }, attrs, {
          disabled: isDisabled,
          onClick: openUnlessPrevented,
        }),
        slots.default?.(),
      );
    };
  },
}) as unknown as FunctionalComponent<ServiceLinkProps>;

/** The props of `EmbeddedServiceLink`: Link's options, and the attributes of the `div`. */
export type EmbeddedServiceLinkProps = EmbeddedOptions & Omit<HTMLAttributes, keyof LinkOptions>;

/**
 * The list of institutions inside the page, like `createEmbedded`, while the component is mounted.
 * A changed option restarts the list, but an open window first lets its user finish.
 */
export const EmbeddedServiceLink: FunctionalComponent<EmbeddedServiceLinkProps> = defineComponent({
  name: "EmbeddedServiceLink",
  props: [...OPTION_NAMES],
  setup(props) {
    const element = shallowRef<Element | null>(null);
    useLink(
      () => ({ ...props }) as unknown as LinkOptions,
      embedIn(() => element.value),
    );
    return () => h("div", { ref: element });
  },
}) as unknown as FunctionalComponent<EmbeddedServiceLinkProps>;
