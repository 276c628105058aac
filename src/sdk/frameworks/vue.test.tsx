import { expect, onTestFinished, test, vi } from "vitest";
import { createApp, createSSRApp, h, nextTick, ref } from "vue";
import { renderToString } from "vue/server-renderer";
import {
  framesInPage,
  isLinkOpen,
  linkToken,
  meetFrame,
  ORIGIN,
  openPage,
} from "./link-frame.fixture.ts";
import { ServiceLink, useServiceLink } from "./vue.ts";

const OPTIONS = { origin: ORIGIN, token: linkToken(), onSuccess: () => undefined };

/** Mounts an application that renders a function's result. Unmounts it at the end of the test. */
const mount = async (setup: () => () => unknown) => {
  const container = document.body.appendChild(document.createElement("div"));
  const app = createApp({ setup });
  app.mount(container);
  onTestFinished(() => app.unmount());
  await nextTick();
  return { button: () => container.querySelector("button"), unmount: () => app.unmount() };
};

test("the composable opens Link once its late token has come, and an unmount removes it", async () => {
  const { becomeIdle } = openPage();
  const token = ref<string | null>(null);
  let link: ReturnType<typeof useServiceLink> | undefined;
  const { unmount } = await mount(() => {
    link = useServiceLink(() => ({ ...OPTIONS, token: token.value }));
    return () => null;
  });
  becomeIdle();
  expect(link?.ready.value).toBe(false);
  link?.open();
  expect(framesInPage()).toEqual([]);
  token.value = linkToken(2);
  await nextTick();
  expect(link?.ready.value).toBe(true);
  expect(isLinkOpen()).toBe(true);
  expect(meetFrame().config).toEqual({ token: linkToken(2) });
  unmount();
  expect(framesInPage()).toEqual([]);
  expect(link?.ready.value).toBe(false);
});

test("new callbacks and equal settings keep the frame; a setting deep inside makes a new one", async () => {
  const { becomeIdle } = openPage();
  const first = vi.fn();
  const last = vi.fn();
  const options = ref({
    ...OPTIONS,
    onSuccess: first,
    theme: { mode: "dark" as "dark" | "light" },
  });
  let link: ReturnType<typeof useServiceLink> | undefined;
  await mount(() => {
    link = useServiceLink(options);
    return () => null;
  });
  becomeIdle();
  const [frame] = framesInPage();
  options.value.onSuccess = last;
  options.value.theme = { mode: "dark" };
  await nextTick();
  becomeIdle();
  expect(framesInPage()).toEqual([frame]);
  link?.open();
  meetFrame().succeed();
  expect([first.mock.calls.length, last.mock.calls.length]).toEqual([0, 1]);
  options.value.theme.mode = "light";
  await nextTick();
  becomeIdle();
  expect(framesInPage()).not.toEqual([frame]);
  expect(meetFrame().config).toMatchObject({ theme: { mode: "light" } });
});

test("wrong options are the error, and outside of a component there is a sentence", async () => {
  openPage();
  let link: ReturnType<typeof useServiceLink> | undefined;
  await mount(() => {
    link = useServiceLink({ ...OPTIONS, env: "production" });
    return () => null;
  });
  expect(link?.error.value?.message).toBe(
    "useServiceLink: the token is of sandbox, but env is production",
  );
  expect(() => useServiceLink(OPTIONS)).toThrow(
    "useServiceLink: there is no component here; call it in setup",
  );
});

test("the button takes callbacks as events, its own attributes, and a click that prevents", async () => {
  const { becomeIdle } = openPage();
  const success = vi.fn();
  const isPrevented = ref(true);
  const isBusy = ref(true);
  const { button } = await mount(
    () => () =>
      h(
        ServiceLink,
        {
          ...OPTIONS,
          onSuccess: success,
          class: "bank",
          disabled: isBusy.value,
          onClick: (event: Event) => isPrevented.value && event.preventDefault(),
        },
        () => "Connect",
      ),
  );
  becomeIdle();
  expect(button()?.outerHTML).toBe(
    '<button type="button" class="bank" disabled="">Connect</button>',
  );
  isBusy.value = false;
  await nextTick();
  expect(button()?.disabled).toBe(false);
  button()?.click();
  expect(isLinkOpen()).toBe(false);
  isPrevented.value = false;
  await nextTick();
  button()?.click();
  expect(isLinkOpen()).toBe(true);
  meetFrame().succeed();
  expect(success).toHaveBeenCalledTimes(1);
});

test("a server draws the disabled button, and makes no frame", async () => {
  const { becomeIdle } = openPage();
  const html = await renderToString(
    createSSRApp({ render: () => h(ServiceLink, OPTIONS, () => "Connect") }),
  );
  becomeIdle();
  expect(html).toBe('<button type="button" disabled>Connect</button>');
  expect(framesInPage()).toEqual([]);
});
