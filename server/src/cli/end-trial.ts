import { formatPaise } from '@raahi/contract/formats'
import { readConfig } from '../config/index.ts'
import { type EndedTrial, endTrial } from '../features/trial/end-trial.ts'
import { exitOnStartError } from '../main.ts'
import { openDatabase } from '../platform/database/open-database.ts'

const line = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`  ${count} ${count === 1 ? one : many}`]

function describe(ended: EndedTrial, isSharedDatabase: boolean): string[] {
  const done = [
    line(ended.suspendedAccounts, 'demo account suspended', 'demo accounts suspended'),
    line(ended.endedSessions, 'session ended', 'sessions ended'),
    line(ended.removedLeads, 'demo lead removed', 'demo leads removed'),
    line(ended.removedEnquiries, 'demo enquiry removed', 'demo enquiries removed'),
    line(ended.removedSources, 'demo source removed', 'demo sources removed'),
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
    ...(isSharedDatabase
      ? ['Restart every server that uses this database: a server checks the trial at its start.']
      : []),
    'Set the price of leads and the plans before agents buy. Make an admin with ADMIN_EMAIL and ADMIN_PASSWORD, or with `npm run create-admin`.',
  ]
}

/** `npm run end-trial`: prepares the configured database for a deployment. */
await exitOnStartError(async () => {
  // Ignored, because these settings are only valid after the end of the trial.
  const { DEMO_DATA, ADMIN_EMAIL, ADMIN_PASSWORD, ...env } = process.env
  const config = readConfig(env)
  // Opening fails while a server uses the data folder, because that server would continue as a trial.
  const { database, close } = await openDatabase(config)
  try {
    const isSharedDatabase = config.databaseUrl !== undefined
    console.log(describe(await endTrial(database), isSharedDatabase).join('\n'))
  } finally {
    await close()
  }
})
