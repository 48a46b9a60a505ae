import type { Page } from '@playwright/test'
import type { Account } from '../support/api.ts'

/** A state of a screen to examine: its address, its account and the steps that lead to it. */
export interface Screen {
  name: string
  path: string
  /** Filters that make a long list short: axe needs a second for every ten cards. */
  short?: string
  /** Undefined: a visitor who is not logged in. */
  account?: Account
  /** The heading of level 1 of the screen. */
  heading: string
  /** HTTP status of the refusal that this state shows. The browser logs it as an error. */
  status?: number
  /** An element that appears once the data has arrived. */
  shows?: (page: Page) => ReturnType<Page['getByText']>
  /** Answers calls in place of the server. Runs before the screen opens. */
  fakeAnswers?: (page: Page) => Promise<void>
  /** Set if the page keeps something until its context is reset, such as an init script. */
  isAlone?: true
  /** Set if the app keeps something of the state, such as a layout or input, that would affect the next screen. */
  leavesState?: true
  /** Opens a dialog or a similar state. */
  prepare?: (page: Page) => Promise<void>
}
