import { screens as dashboardScreens } from '../../web/src/app/screens.ts'
import { admin, demoAgent } from '../support/api.ts'
import { adminReviewScreens } from './admin-review-screens.ts'
import { adminSalesScreens } from './admin-sales-screens.ts'
import { adminUserScreens } from './admin-user-screens.ts'
import { agentAccountScreens } from './agent-account-screens.ts'
import { confirmEmailScreens } from './confirm-email-screens.ts'
import { importScreens } from './import-screens.ts'
import { keyScreens } from './key-screens.ts'
import { loginScreens } from './login-screens.ts'
import { marketplaceScreens } from './marketplace-screens.ts'
import { memberScreens } from './member-screens.ts'
import { pipelineScreens } from './pipeline-screens.ts'
import { quoteScreens } from './quote-screens.ts'
import { returnsScreens } from './returns-screens.ts'
import type { Screen } from './screen.ts'
import { siteScreens } from './site-screens.ts'
import { sourceScreens } from './source-screens.ts'
import { staffScreens } from './staff-screens.ts'
import { twoFactorScreens } from './two-factor-screens.ts'
import { webhookScreens } from './webhook-screens.ts'

const listedScreens: readonly Screen[] = [
  ...siteScreens,
  ...returnsScreens,
  ...loginScreens,
  ...marketplaceScreens,
  ...agentAccountScreens,
  ...adminSalesScreens,
  ...adminReviewScreens,
  ...adminUserScreens,
  ...confirmEmailScreens,
  ...memberScreens,
  ...pipelineScreens,
  ...quoteScreens,
  ...sourceScreens,
  ...importScreens,
  ...staffScreens,
  ...twoFactorScreens,
  ...webhookScreens,
  ...keyScreens,
]

/** Screens behind the login that are not listed above. Their heading is their title, and they need no preparation. */
const otherScreens: readonly Screen[] = dashboardScreens
  .filter(({ path }) => !path.includes(':'))
  .filter(({ path }) => !listedScreens.some((listed) => listed.path.split('?')[0] === path))
  .map(({ path, title, roles }) => ({
    name: title.toLowerCase(),
    path,
    account: roles.includes('admin') ? admin : demoAgent,
    heading: title,
    prepare: (page) =>
      page
        .getByText(/^Loading/)
        .first()
        .waitFor({ state: 'hidden' }),
  }))

export const screens: readonly Screen[] = [...listedScreens, ...otherScreens]
