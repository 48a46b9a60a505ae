import { readConfig } from './config.ts'
import { openDatabase } from './database/open-database.ts'
import { auditBooks, invariantCount } from './ledger/audit.ts'
import { orExplain } from './main.ts'

/** `npm run audit`: checks the whole books of the database that the settings name. */
async function main(): Promise<void> {
  const opened = await openDatabase(readConfig(process.env), { joinRunning: true })
  try {
    const findings = await auditBooks(opened.database)
    for (const { invariant, rows } of findings) {
      console.log(`OFF: ${invariant}`)
      console.table(rows)
    }
    console.log(
      findings.length === 0
        ? `The books are whole: ${invariantCount} invariants hold.`
        : `The books are off: ${findings.length} of ${invariantCount} invariants are broken.`,
    )
    process.exitCode = findings.length === 0 ? 0 : 1
  } finally {
    await opened.close()
  }
}

await orExplain(main)
