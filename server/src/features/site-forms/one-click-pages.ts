import { pauseAutomaticBuyingPath } from '@raahi/contract/automatic-buying'
import { stopRemindersPath } from '@raahi/contract/pipeline'
import { stopAlertsPath } from '@raahi/contract/saved-searches'
import { pauseRuleByKey } from '../automatic-buying/public/pause-rule.ts'
import { stopReminders } from '../pipeline/public/reminder-settings.ts'
import { stopMailAlerts } from '../saved-searches/public/alert-settings.ts'
import type { OneClickPage } from './one-click-page.ts'

/** The pages behind links in mails that work without a login. */
export const oneClickPages: readonly OneClickPage[] = [
  {
    name: 'stopAlerts',
    path: stopAlertsPath,
    parameter: 'keys',
    title: 'Stop these emails',
    question: 'Stop these emails?',
    explanation:
      'You will no longer get emails about new leads for the saved searches in that email, or for all your saved searches if it named more than 20. Your searches stay saved, and you can turn the emails on again in your dashboard.',
    end: (database, secret) => stopMailAlerts(database, secret.split('.')),
    ended: {
      title: 'Emails stopped',
      content: `<h1>Done. We have stopped these emails.</h1>
<p>Your searches are still saved. You can turn the emails on again for each search in your dashboard.</p>
<p class="ways"><a href="/dashboard/saved-searches">Open your saved searches</a><a href="/">Go to home page</a></p>`,
    },
  },
  {
    name: 'stopReminders',
    path: stopRemindersPath,
    parameter: 'key',
    title: 'Stop these emails',
    question: 'Stop these emails?',
    explanation:
      'You will no longer get a morning email about your follow-ups. The follow-ups stay, and you can turn the email on again in your pipeline.',
    end: (database, secret) => stopReminders(database, secret),
    ended: {
      title: 'Emails stopped',
      content: `<h1>Done. We have stopped these emails.</h1>
<p>Your follow-ups are still there. You can turn the email on again in your pipeline.</p>
<p class="ways"><a href="/dashboard/pipeline">Open your pipeline</a><a href="/">Go to home page</a></p>`,
    },
  },
  {
    name: 'pauseAutomaticBuying',
    path: pauseAutomaticBuyingPath,
    parameter: 'key',
    title: 'Pause automatic buying',
    question: 'Pause automatic buying?',
    explanation:
      'No more leads will be bought automatically for the saved search in that email. The leads you have bought stay yours, and you can switch it on again in your dashboard.',
    end: (database, secret, request) => pauseRuleByKey(database, secret, request),
    ended: {
      title: 'Automatic buying is paused',
      content: `<h1>Done. Automatic buying is paused.</h1>
<p>No more leads are bought automatically for that saved search until you switch it on again in your dashboard.</p>
<p class="ways"><a href="/dashboard/saved-searches">Open your saved searches</a><a href="/">Go to home page</a></p>`,
    },
  },
]
