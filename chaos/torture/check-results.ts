import { requireAllInvariantsHold, withClient } from '../../server/src/testing/load/database.ts'
import { checkAuditLog } from './check-audit-log.ts'
import { checkMoney } from './check-money.ts'
import { checkPayments, isSettled, makePaymentTasksDue } from './check-payments.ts'
import { checkRecords, checkTimestamps } from './check-records.ts'
import { type Deployment, databaseOf } from './deployment.ts'
import type { ExpectedState } from './expected-state.ts'
import type { FailedCall, OutageLog } from './outage-log.ts'
import { waitUntil } from './processes.ts'
import type { Memory } from './report.ts'

/** The gateway repeats refused events within a minute. The product retries refunds within 30 s. */
const settleTimeoutMs = 150_000
/** Resident memory of one process. With the small heap, normal use is 180 to 240 MB. */
const memoryLimitMb = 300

/** Returns every violation of a run, after pending work has finished. */
export async function findViolations(
  deployment: Deployment,
  expected: ExpectedState,
  { sinceIso, outages, memory }: { sinceIso: string; outages: OutageLog; memory: Memory },
): Promise<string[]> {
  return [
    ...(await settle(deployment)),
    ...(await findDifferences(deployment, expected, sinceIso)),
    ...(await checkPictures(deployment, expected)),
    ...checkFailedCalls(outages),
    ...checkMemory(memory),
  ]
}

/**
 * Waits until gateway and product have no pending work.
 * @returns a message if that takes too long
 */
async function settle(deployment: Deployment): Promise<string[]> {
  try {
    return await withClient(await databaseOf(deployment), async (client) => {
      await makePaymentTasksDue(client)
      await waitUntil('the settlement of all payments', settleTimeoutMs, () => isSettled(client))
      return []
    })
  } catch (error) {
    return [String(error)]
  }
}

/** Returns every difference between the expected and the stored data, and every broken ledger invariant. */
async function findDifferences(
  deployment: Deployment,
  expected: ExpectedState,
  sinceIso: string,
): Promise<string[]> {
  const address = await databaseOf(deployment)
  const brokenInvariants = await requireAllInvariantsHold(address).then(
    () => [],
    (error) => [String(error)],
  )
  return withClient(address, async (client) => [
    ...brokenInvariants,
    ...(await checkMoney(client, expected)),
    ...(await checkPayments(client, expected)),
    ...(await checkRecords(client, expected)),
    ...(await checkTimestamps(client, sinceIso)),
    ...(await checkAuditLog(client)),
  ])
}

/** Every picture that the database names can be downloaded and is complete. */
async function checkPictures(deployment: Deployment, expected: ExpectedState): Promise<string[]> {
  const found = await Promise.all(
    [...expected.pictures.values()].map(async (address) => {
      if (address === null) return []
      const response = await fetch(new URL(address, deployment.addresses[0]))
      const bytes = Buffer.from(await response.arrayBuffer())
      const isComplete =
        response.status === 200 &&
        bytes.toString('latin1', 0, 4) === 'RIFF' &&
        bytes.length === bytes.readUInt32LE(4) + 8
      return isComplete
        ? []
        : [`picture ${address} has status ${response.status} and ${bytes.length} bytes`]
    }),
  )
  return found.flat()
}

/** Returns the calls that failed outside any outage that explains the failure. */
function checkFailedCalls(outages: OutageLog): string[] {
  return outages
    .unexplained()
    .map(
      ({ call, status, name, sentAtMs, answeredAtMs }: FailedCall) =>
        `${call} failed with ${status} ${name} after ${Math.round(answeredAtMs - sentAtMs)} ms, and no outage explains it (at ${Math.round(answeredAtMs)})`,
    )
}

function checkMemory(memory: Memory): string[] {
  if (!memory || memory.maxMb <= memoryLimitMb) return []
  return [`a server used ${Math.round(memory.maxMb)} MB, more than ${memoryLimitMb}`]
}
