import type { Locator } from '@playwright/test'

/** Counts the clicks that a task needs. */
export class ClickCounter {
  clicks = 0

  async click(target: Locator): Promise<void> {
    this.clicks += 1
    await target.click()
  }
}
