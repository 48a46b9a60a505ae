import { requireAllInvariantsHold, withClient } from '../../bench/environment.ts'
import { checkMoney } from './check-money.ts'
import { checkPayments, hurryPayments, isSettled } from './check-payments.ts'
import { checkMoments, checkRecords } from './check-records.ts'
import { checkTraces } from './check-traces.ts'
import type { Outages, Trouble } from './outages.ts'
import { until } from './processes.ts'
import { databaseOf, type Stage } from './stage.ts'
import type { ToldFacts } from './told.ts'

/** Events that were not taken are sent again after up to a minute, and refunds tried after half of one. */
const SETTLED_WITHIN_MS = 150_000
/** Resident, of one process. It needs 180 to 240 in peace; a leak passes this. */
export const MEMORY_LIMIT_MB = 300

/**
 * Waits until nothing is on its way any more between the gateway and the product, which has nothing else to do now.
 * @returns a sentence where that does not happen
 */
export async function settle(stage: Stage): Promise<string[]> {
  try {
    return await withClient(await databaseOf(stage), async (client) => {
      await hurryPayments(client)
      await until('the end of all payments', SETTLED_WITHIN_MS, () => isSettled(client))
      return []
    })
  } catch (error) {
    return [String(error)]
  }
}

/** Every difference between what was told and what is on record, and whatever is off in the books. */
export async function findOff(stage: Stage, told: ToldFacts, sinceIso: string): Promise<string[]> {
  const address = await databaseOf(stage)
  const books = await requireAllInvariantsHold(address).then(
    () => [],
    (error) => [String(error)],
  )
  return withClient(address, async (client) => [
    ...books,
    ...(await checkMoney(client, told)),
    ...(await checkPayments(client, told)),
    ...(await checkRecords(client, told)),
    ...(await checkMoments(client, sinceIso)),
    ...(await checkTraces(client)),
  ])
}

/** Each picture that the database names can be had, and is one. */
export async function checkPictures(stage: Stage, told: ToldFacts): Promise<string[]> {
  const found = await Promise.all(
    [...told.pictures.values()].map(async (address) => {
      if (address === null) return []
      const answer = await fetch(new URL(address, stage.addresses[0]))
      const bytes = Buffer.from(await answer.arrayBuffer())
      const isWhole =
        answer.status === 200 &&
        bytes.toString('latin1', 0, 4) === 'RIFF' &&
        bytes.length === bytes.readUInt32LE(4) + 8
      return isWhole
        ? []
        : [`picture ${address} is answered ${answer.status}, ${bytes.length} bytes`]
    }),
  )
  return found.flat()
}

/** Calls that failed while nothing was out of order. */
export function checkAnswers(outages: Outages): string[] {
  return outages
    .unexplained()
    .map(
      ({ call, status, name, sentAtMs, answeredAtMs }: Trouble) =>
        `${call} was answered ${status} ${name} after ${Math.round(answeredAtMs - sentAtMs)} ms, outside any outage that explains it (at ${Math.round(answeredAtMs)})`,
    )
}
