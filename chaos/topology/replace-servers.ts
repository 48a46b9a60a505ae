import { setTimeout as sleep } from 'node:timers/promises'
import type { Buyers } from './buyers.ts'
import { type ServerName, type Stack, startServer } from './stack.ts'

/** Time between two replacements, in which the agents buy. */
const PAUSE_MS = 3000

/**
 * Replaces both servers by servers of this release, one after the other, while agents buy, as docs/operations.md describes. Further
 * rounds restart them in the same way.
 * @returns a message for each purchase that one retry did not complete
 */
export async function replaceServers(
  stack: Stack,
  buyers: Buyers,
  rounds: number,
): Promise<string[]> {
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['a', 'b'] as const) {
      await sleep(PAUSE_MS)
      await replaceServer(stack, name)
    }
  }
  await sleep(PAUSE_MS)
  const failed = buyers.outcomes.filter(({ failedAttempts }) => failedAttempts > 0)
  console.log(
    `${2 * rounds} servers replaced, ${buyers.outcomes.length} requests, ${failed.length} of them repeated`,
  )
  const list = [...buyers.outages.counts()].map(([cause, times]) => `${cause} (${times})`)
  console.log(`responses without a result: ${list.join(', ') || 'none'}`)
  return failed
    .filter(({ failedAttempts }) => failedAttempts > 1)
    .map(({ leadId, failedAttempts }) => `the purchase of ${leadId} failed ${failedAttempts} times`)
}

async function replaceServer(stack: Stack, name: ServerName): Promise<void> {
  const code = await stack.servers[name].stop()
  if (code !== 0) throw new Error(`server ${name} ended with ${code} instead of 0`)
  stack.servers[name] = await startServer(stack, name)
}
