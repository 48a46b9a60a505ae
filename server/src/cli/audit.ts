import { readConfig } from '../config/index.ts'
import { checkInvariants, invariantCount } from '../integrity/check-invariants.ts'
import { exitOnStartError } from '../main.ts'
import { openDatabase } from '../platform/database/open-database.ts'

/** `npm run audit`: checks all invariants of the configured database. */
async function main(): Promise<void> {
  const opened = await openDatabase(readConfig(process.env), { joinRunning: true })
  try {
    const findings = await checkInvariants(opened.database)
    for (const { invariant, rows } of findings) {
      console.log(`BROKEN: ${invariant}`)
      console.table(rows)
    }
    console.log(
      findings.length === 0
        ? `All ${invariantCount} ledger invariants hold.`
        : `${findings.length} of ${invariantCount} ledger invariants are broken.`,
    )
    process.exitCode = findings.length === 0 ? 0 : 1
  } finally {
    await opened.close()
  }
}

await exitOnStartError(main)
