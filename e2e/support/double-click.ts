import type { Locator, Route } from '@playwright/test'

/**
 * Clicks a button twice before the server answers. A second click on the screen that follows would take the focus from it.
 * @param url pattern of the request that the button sends
 */
export async function doubleClick(button: Locator, url: string): Promise<void> {
  const clicked = Promise.withResolvers<void>()
  const send = async (route: Route) => {
    await clicked.promise
    await route.continue()
  }
  await button.page().route(url, send, { times: 1 })
  await button.dblclick()
  clicked.resolve()
}
