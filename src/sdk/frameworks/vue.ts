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
  /** Whether `open` shows Link: at once, or as soon as `getToken` has returned a token. */
  ready: Readonly<ShallowRef<boolean>>;
  /** The reason why Link cannot be opened, or null. Errors of an opened Link go to `onExit`. */
  error: Readonly<ShallowRef<Error | null>>;
  /** Shows Link; if its token has not come yet, as soon as it has. */
  open: () => void;
  /** Exits Link, which may ask the user first unless `force` is true. */
  exit: Handler["exit"];
};

/**
 * Prepares Link while the component is mounted, and removes it afterwards. Options may be a ref or
 * a getter. They are compared by value: if one changes, Link loads again, once it is closed; new
 * callbacks keep it.
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
  // Not before the mount, so that the page is hydrated as the server has drawn it.
  if (getCurrentInstance()) onMounted(start);
  else if (typeof document !== "undefined") start();
  onScopeDispose(controller.stop);
  return { ready, error, open: controller.open, exit: controller.exit };
}

/** The props of `ServiceLink`: options of Link, and attributes of its button. */
export type ServiceLinkProps = ButtonOptions & Omit<ButtonHTMLAttributes, keyof LinkOptions>;

/**
 * A button that opens Link, disabled until Link is ready. Callbacks are props, or events: `success`,
 * `exit`, `event` and `load`. The `key` of Vue is not the public_key of the options: without tokens,
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

/** The props of `EmbeddedServiceLink`: options of Link, and attributes of its `div`. */
export type EmbeddedServiceLinkProps = EmbeddedOptions & Omit<HTMLAttributes, keyof LinkOptions>;

/**
 * The list of institutions inside the page, as by `createEmbedded`, while the component is mounted.
 * If an option changes, the list starts again; an open window lets its user finish.
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
