import { parseArgs } from 'node:util'
import { readConfig } from '../config/index.ts'
import { exitOnStartError } from '../main.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { findHead, findLink, type Head } from '../platform/ledger/seals/sealed-days.queries.ts'

/**
 * `npm run chain-head`: prints the head of the chain of sealed days as JSON, to be published. `--day YYYY-MM-DD`: as it was on
 * that day. `--contains HASH`: the day with this hash; exits 1 if the chain of this database does not have it.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { day: { type: 'string' }, contains: { type: 'string' } },
  })
  const opened = await openDatabase(readConfig(process.env), { joinRunning: true })
  try {
    const { contains, day } = values
    const found =
      contains === undefined
        ? await findHead(opened.database.kysely, day)
        : await findLink(opened.database.kysely, Buffer.from(contains, 'hex'))
    if (found) console.log(toJson(found))
    else {
      console.error(
        contains === undefined ? 'No day is sealed yet.' : 'The chain does not contain this hash.',
      )
      process.exitCode = 1
    }
  } finally {
    await opened.close()
  }
}

function toJson({ number, day, hash, sealedAt }: Head): string {
  return JSON.stringify({ number, day, hash: hash.toString('hex'), sealedAt })
}

await exitOnStartError(main)
