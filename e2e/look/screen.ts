import type { Page } from '@playwright/test'
import type { Account } from '../support/api.ts'

/** A screen as it is looked at: who sees it, where it is, and what to do first. */
export interface Screen {
  name: string
  path: string
  /** Filters under which a long list is short: axe needs a second for every ten cards. */
  short?: string
  /** Undefined: a visitor who is not logged in. */
  account?: Account
  /** The heading by which it is known to be there. */
  heading: string
  /** What shows that its data has come. */
  shows?: (page: Page) => ReturnType<Page['getByText']>
  /** Opens a dialog or the like. */
  prepare?: (page: Page) => Promise<void>
}
