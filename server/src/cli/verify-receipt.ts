import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { InvalidReceipt, verifyReceipt } from '../platform/ledger/seals/verify-receipt.ts'

const help = 'npm run verify-receipt -- receipt.json --head HASH [--account ID]'

/** `npm run verify-receipt`: checks a receipt with a published chain head. It needs no database. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { head: { type: 'string' }, account: { type: 'string' } },
  })
  const [path] = positionals
  if (path === undefined || values.head === undefined) throw new InvalidReceipt(help)
  const verified = verifyReceipt(parse(await readFile(path, 'utf8')), {
    headHash: values.head,
    accountId: values.account?.toLowerCase(),
  })
  const { accountId, headDay, lastDay, days, postings, balancePaise } = verified
  console.log(
    `Valid: these ${postings} postings of ${days} days are all postings of the account until the end of ${headDay}. The last one is of ${lastDay}.`,
  )
  console.log(
    `Account ${accountId}, balance ₹${(balancePaise / 100).toFixed(2)} at the end of ${headDay}. The receipt does not cover later days.`,
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidReceipt('The file is not JSON.')
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
