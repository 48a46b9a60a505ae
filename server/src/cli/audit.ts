import { parseArgs } from 'node:util'
import { readConfig } from '../config/index.ts'
import {
  type AuditScope,
  checkInvariants,
  countInvariants,
  type Finding,
} from '../integrity/check-invariants.ts'
import { exitOnStartError } from '../main.ts'
import type { Database } from '../platform/database/connect.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { findChangedDays } from '../platform/ledger/seals/check-seals.ts'

/**
 * `npm run audit`: checks the invariants of the configured database, of sealed days only the sums and the chain.
 * `npm run audit -- --all`: checks all invariants over all rows, and hashes each sealed day again.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })
  const scope = values.all ? 'complete' : 'fast'
  const opened = await openDatabase(readConfig(process.env), { joinRunning: true })
  try {
    const findings = await findViolations(opened.database, scope)
    for (const { invariant, rows } of findings) {
      console.log(`BROKEN: ${invariant}`)
      console.table(rows)
    }
    const count = countInvariants(scope)
    console.log(
      findings.length === 0
        ? `All ${count} ledger invariants hold.`
        : `${findings.length} of ${count} ledger invariants are broken.`,
    )
    if (!values.all)
      console.log('Add `-- --all` to read the sealed days and all stored copies too.')
    process.exitCode = findings.length === 0 ? 0 : 1
  } finally {
    await opened.close()
  }
}

async function findViolations(database: Database, scope: AuditScope): Promise<Finding[]> {
  const findings = await checkInvariants(database, scope)
  const changed = scope === 'complete' ? await findChangedDays(database) : []
  if (changed.length === 0) return findings
  return [
    ...findings,
    { invariant: 'each sealed day has the postings that were sealed', rows: changed },
  ]
}

await exitOnStartError(main)
