import type { Locator, Route } from '@playwright/test'

/**
 * Clicks a button twice before the server responds. A later second click would hit the next screen and move its focus.
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
