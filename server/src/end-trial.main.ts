import { formatPaise } from '@raahi/contract/formats'
import { readConfig } from './config.ts'
import { openDatabase } from './database/open-database.ts'
import { orExplain } from './main.ts'
import { type EndedTrial, endTrial } from './trial/end-trial.ts'

const line = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`  ${count} ${count === 1 ? one : many}`]

function describe(ended: EndedTrial): string[] {
  const done = [
    line(ended.suspendedAccounts, 'demo account suspended', 'demo accounts suspended'),
    line(ended.endedSessions, 'session ended', 'sessions ended'),
    line(ended.removedLeads, 'demo lead removed', 'demo leads removed'),
    line(ended.removedEnquiries, 'demo enquiry removed', 'demo enquiries removed'),
    line(ended.removedMessages, 'demo message removed', 'demo messages removed'),
    line(ended.removedPlans, 'demo plan taken off sale', 'demo plans taken off sale'),
    line(ended.removedPrices, 'demo price removed', 'demo prices removed'),
    line(
      ended.removedRequests,
      'open replacement request removed',
      'open replacement requests removed',
    ),
    line(ended.closedOrders, 'test order closed', 'test orders closed'),
  ].flat()
  const { accounts, paise } = ended.testWallets
  return [
    done.length === 0
      ? 'The trial of this database has ended; nothing was left to do.'
      : 'The trial of this database has ended:',
    ...done,
    ...(ended.keptLeads > 0
      ? [
          `The ledger refers to ${ended.keptLeads} leads of the demo and to its accounts: they stay.`,
        ]
      : []),
    ...(accounts > 0
      ? [
          `Look at the wallets of ${accounts} other accounts: test payments brought in some of their ${formatPaise(paise)}.`,
        ]
      : []),
    'Set the price of leads and the plans before agents buy. Make an admin with ADMIN_EMAIL and ADMIN_PASSWORD, or with `npm run create-admin`.',
  ]
}

/** `npm run end-trial`: makes the database that the settings name fit for a deployment. */
await orExplain(async () => {
  // Settings that end-trial is a condition of, or that an earlier release took, must not keep it from running.
  const { DEMO_DATA, ADMIN_EMAIL, ADMIN_PASSWORD, ...env } = process.env
  const { database, close } = await openDatabase(readConfig(env), { joinRunning: true })
  try {
    console.log(describe(await endTrial(database)).join('\n'))
  } finally {
    await close()
  }
})
