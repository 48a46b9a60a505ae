import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
  Page,
  ViewportSize,
} from '@playwright/test'

/** A text file of the same origin, without scripts. The page shows it between two tests. */
const emptyAddress = '/robots.txt'

interface Settings {
  viewport: ViewportSize | null
  contextOptions: BrowserContextOptions
}

/**
 * One page of one context, which the tests of a worker use one after the other, so that it keeps the HTTP cache and the
 * compiled code. `reused-context.spec.ts` tests the reset.
 *
 * Playwright's `reuseContext` is not used, because it clears the HTTP cache between tests: filling the cache again
 * takes half of the CPU time of a short test.
 */
export class SharedPage {
  readonly page: Page
  readonly #context: BrowserContext
  readonly #devTools: CDPSession
  /** Init scripts and functions that the test has added. */
  readonly #added: Disposable[] = []
  #changesClock = false

  private constructor(page: Page, devTools: CDPSession) {
    this.page = page
    this.#devTools = devTools
    this.#context = page.context()
    for (const target of [page, this.#context]) {
      const addInitScript = target.addInitScript.bind(target)
      target.addInitScript = async (...script) => this.#remember(await addInitScript(...script))
      const exposeFunction = target.exposeFunction.bind(target)
      target.exposeFunction = async (...named) => this.#remember(await exposeFunction(...named))
    }
    const installClock = page.clock.install.bind(page.clock)
    page.clock.install = (...options) => {
      this.#changesClock = true
      return installClock(...options)
    }
  }

  /** @param browser creates the context with the options of the running test */
  static async open(browser: Browser): Promise<SharedPage> {
    const context = await browser.newContext()
    const page = await context.newPage()
    return new SharedPage(page, await context.newCDPSession(page))
  }

  /** Closes the context if the test has closed the page, changed the clock or registered a service worker. */
  async closeIfUsedUp(): Promise<boolean> {
    const hasWorker = this.#context.serviceWorkers().length > 0
    const isUsedUp = this.page.isClosed() || this.#changesClock || hasWorker
    if (isUsedUp) await this.#context.close()
    return isUsedUp
  }

  /** Removes every other change that a test may leave behind. */
  async reset({ viewport, contextOptions }: Settings): Promise<void> {
    const { page } = this
    await Promise.all(
      this.#context.pages().map((other) => (other === page ? undefined : other.close())),
    )
    for (const event of ['dialog', 'request', 'response'] as const) page.removeAllListeners(event)
    await Promise.all([
      ...this.#added.splice(0).map((added) => added.dispose()),
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      this.#context.unrouteAll({ behavior: 'ignoreErrors' }),
      this.#context.setOffline(false),
      this.#context.setExtraHTTPHeaders({}),
      this.#context.clearPermissions(),
    ])
    // Leaving the page stops the app, so that it stores nothing after the deletion.
    await page.goto(emptyAddress)
    await Promise.all([
      page.evaluate(deleteStoredData),
      // At 50 entries, Chromium removes one without user activation, which may be an entry of the running test.
      this.#devTools.send('Page.resetNavigationHistory'),
      this.#context.clearCookies(),
      page.emulateMedia({
        media: null,
        colorScheme: 'light',
        reducedMotion: contextOptions.reducedMotion ?? 'no-preference',
      }),
      viewport && page.setViewportSize(viewport),
      page.mouse.move(-1, -1),
    ])
  }

  #remember(added: Disposable): Disposable {
    this.#added.push(added)
    return added
  }
}

async function deleteStoredData(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  for (const { name = '' } of await indexedDB.databases()) {
    await new Promise((resolve) => {
      const deletion = indexedDB.deleteDatabase(name)
      deletion.onsuccess = resolve
      deletion.onerror = resolve
    })
  }
}
