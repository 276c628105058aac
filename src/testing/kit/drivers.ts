// The calls that linkAccount makes of Playwright, puppeteer and WebDriver, so that none of them is a dependency.

/** A frame of Playwright or puppeteer. */
type Frame = {
  name?(): string;
  url(): string;
  evaluate<Result>(script: string): Promise<Result>;
  frameElement(): Promise<{
    evaluate<Result>(read: (element: Element) => Result): Promise<Result>;
  } | null>;
};

/** The part of Playwright's `Page` that is used. */
type PlaywrightPage = {
  frames(): (Frame & {
    click(selector: string, options?: { timeout?: number }): Promise<void>;
    fill(selector: string, text: string, options?: { timeout?: number }): Promise<void>;
  })[];
  evaluate<Result>(script: string): Promise<Result>;
  frameLocator(selector: string): unknown;
  emulateMedia(options: { reducedMotion: "reduce" | null }): Promise<void>;
  context(): { pages(): PlaywrightPage[] };
};

/** The part of puppeteer's `Page` that is used. */
type PuppeteerPage = {
  frames(): (Frame & {
    $(selector: string): Promise<{
      click(options?: { count?: number }): Promise<void>;
      type(text: string): Promise<void>;
    } | null>;
  })[];
  evaluate<Result>(script: string): Promise<Result>;
  waitForFrame: unknown;
  browserContext(): { pages(): Promise<PuppeteerPage[]> };
};

type WebElement = {
  click(): Promise<void>;
  clear(): Promise<void>;
  sendKeys(...keys: string[]): Promise<void>;
};

/** The part of selenium-webdriver's `WebDriver` that is used. */
type WebDriver = {
  executeScript<Result>(script: string): Promise<Result>;
  findElement(locator: { css: string }): WebElement;
  getWindowHandle(): Promise<string>;
  getAllWindowHandles(): Promise<string[]>;
  switchTo(): {
    frame(element: unknown): Promise<void>;
    defaultContent(): Promise<void>;
    window(handle: string): Promise<void>;
  };
};

/** A page with Link in Playwright, puppeteer or WebDriver. */
export type TestPage = PlaywrightPage | PuppeteerPage | WebDriver;

/** A document whose elements are found by test id: Link's frame, or an institution's window. */
export type Surface = {
  /** Evaluates an expression in the document. */
  read<Result>(expression: string): Promise<Result>;
  click(testId: string): Promise<void>;
  fill(testId: string, text: string): Promise<void>;
};

/** A tool's access to the page. */
export type Driver = {
  /** Evaluates an expression in the page itself. */
  read<Result>(expression: string): Promise<Result>;
  click(selector: string): Promise<void>;
  /** Returns Link's frame, or null. */
  link(): Promise<Surface | null>;
  /** Returns the institution's window that Link opened, or null. */
  popup(): Promise<Surface | null>;
  /**
   * Turns off animations, which take half of the time. Returns a function that turns animations on
   * again.
   */
  reduceMotion(): Promise<() => Promise<void>>;
};

const keepMotion = async () => async () => {};

const byTestId = (testId: string): string => `[data-testid=${JSON.stringify(testId)}]`;

/**
 * Finds Link's frame within an open shadow root. With several handlers, the open frame is taken.
 */
const FIND_FRAME = `(() => {
  const hosts = [...document.querySelectorAll("*")].map(({ shadowRoot }) => shadowRoot);
  const frames = [document, ...hosts].flatMap((root) =>
    root ? [...root.querySelectorAll('iframe[name="service-link"]')] : []);
  return frames.find((frame) => frame.checkVisibility({ visibilityProperty: true })) ?? frames[0];
})()`;

/** Whether Link is open in the page. */
const LINK_IS_SHOWN = `(() => {
  const frame = ${FIND_FRAME};
  return !!frame && frame.checkVisibility({ visibilityProperty: true });
})()`;

/** Returns the driver for a page. Throws if no known tool made the page. */
export const driverOf = async (page: TestPage): Promise<Driver> => {
  if ("frameLocator" in page) return playwright(page);
  if ("waitForFrame" in page) return await puppeteer(page);
  if ("executeScript" in page) return await webdriver(page);
  throw new TypeError(
    "linkAccount takes a page of Playwright or puppeteer, or a driver of selenium-webdriver",
  );
};

/**
 * Returns the user's current document: the institution's window, otherwise Link's frame; null
 * without either.
 */
export const currentPlace = async (driver: Driver): Promise<Surface | "closed" | null> => {
  const popup = await driver.popup().catch(() => null);
  if (popup) return popup;
  const isShown = await driver.read<boolean>(LINK_IS_SHOWN).catch(() => false);
  return isShown ? await driver.link() : "closed";
};

/** Limits the wait for an element, since its view may have disappeared. */
const ACTION = { timeout: 2000 };

/** Returns Link's frame. With several handlers, returns the open frame. */
const linkFrame = async <Target extends Frame>(frames: Target[]): Promise<Target | undefined> => {
  const own = frames.filter((frame) => frame.name?.() === "service-link");
  if (own.length > 1)
    for (const frame of own) {
      const element = await frame.frameElement();
      if (await element?.evaluate((each) => each.checkVisibility({ visibilityProperty: true })))
        return frame;
    }
  return own[0];
};

function playwright(page: PlaywrightPage): Driver {
  type Target = ReturnType<PlaywrightPage["frames"]>[number];
  const surface = (frame: Target): Surface => ({
    read: (expression) => frame.evaluate(expression),
    click: (testId) => frame.click(byTestId(testId), ACTION),
    fill: (testId, text) => frame.fill(byTestId(testId), text, ACTION),
  });
  const before = new Set(page.context().pages());
  const main = () => {
    const [frame] = page.frames();
    if (!frame) throw new Error("the page is closed");
    return frame;
  };
  return {
    read: (expression) => page.evaluate(expression),
    reduceMotion: async () => {
      const query = 'matchMedia("(prefers-reduced-motion: reduce)").matches';
      if (await page.evaluate<boolean>(query)) return keepMotion();
      await page.emulateMedia({ reducedMotion: "reduce" });
      // The application may have closed the page.
      return () => page.emulateMedia({ reducedMotion: null }).catch(() => {});
    },
    click: (selector) => main().click(selector),
    link: async () => {
      const frame = await linkFrame(page.frames());
      return frame ? surface(frame) : null;
    },
    popup: async () => {
      const popup = page
        .context()
        .pages()
        .find((other) => !before.has(other));
      const [frame] = popup?.frames() ?? [];
      return frame ? surface(frame) : null;
    },
  };
}

async function puppeteer(page: PuppeteerPage): Promise<Driver> {
  type Target = ReturnType<PuppeteerPage["frames"]>[number];
  const element = async (frame: Target, selector: string) => {
    const handle = await frame.$(selector);
    if (!handle) throw new Error(`there is no ${selector}`);
    return handle;
  };
  const surface = (frame: Target): Surface => ({
    read: (expression) => frame.evaluate(expression),
    click: async (testId) => (await element(frame, byTestId(testId))).click(),
    fill: async (testId, text) => {
      const field = await element(frame, byTestId(testId));
      // Selects the field's content, so that typing replaces the content.
      await field.click({ count: 3 });
      await field.type(text);
    },
  });
  const before = new Set(await page.browserContext().pages());
  return {
    read: (expression) => page.evaluate(expression),
    // Emulating reduced motion here would end the emulation of the test itself.
    reduceMotion: keepMotion,
    click: async (selector) => {
      const [main] = page.frames();
      if (!main) throw new Error("the page is closed");
      await (await element(main, selector)).click();
    },
    link: async () => {
      const frame = await linkFrame(page.frames());
      return frame ? surface(frame) : null;
    },
    popup: async () => {
      const pages = await page.browserContext().pages();
      const [frame] = pages.find((other) => !before.has(other))?.frames() ?? [];
      return frame ? surface(frame) : null;
    },
  };
}

async function webdriver(driver: WebDriver): Promise<Driver> {
  const home = await driver.getWindowHandle();
  const before = new Set(await driver.getAllWindowHandles());
  const read = <Result>(expression: string) => driver.executeScript<Result>(`return ${expression}`);
  /**
   * Runs `work` within a document, then returns to the page. WebDriver commands apply to the
   * selected document.
   */
  const within = async <Result>(enter: () => Promise<unknown>, work: () => Promise<Result>) => {
    await enter();
    try {
      return await work();
    } finally {
      await driver.switchTo().window(home);
      await driver.switchTo().defaultContent();
    }
  };
  const surface = (enter: () => Promise<unknown>): Surface => ({
    read: (expression) => within(enter, () => read(expression)),
    click: (testId) => within(enter, () => driver.findElement({ css: byTestId(testId) }).click()),
    fill: (testId, text) =>
      within(enter, async () => {
        const field = driver.findElement({ css: byTestId(testId) });
        await field.clear();
        await field.sendKeys(text);
      }),
  });
  return {
    read,
    reduceMotion: keepMotion,
    click: (selector) => driver.findElement({ css: selector }).click(),
    link: async () => {
      if (!(await read(`!!${FIND_FRAME}`))) return null;
      return surface(async () => driver.switchTo().frame(await read(FIND_FRAME)));
    },
    popup: async () => {
      const handles = await driver.getAllWindowHandles();
      const popup = handles.find((handle) => !before.has(handle));
      return popup === undefined ? null : surface(() => driver.switchTo().window(popup));
    },
  };
}
