import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultName } from './fault-names.ts'
import type { GatewayLine } from './gateway-line.ts'
import type { OutageKind, Outages } from './outages.ts'
import type { Dice } from './random.ts'
import type { SmallDisk } from './small-disk.ts'

/** Soon enough for a run to see what was late. */
export const LATE_AFTER_MS = 700

export type MisbehaviourRun = {
  gateway: GatewayLine
  disk: SmallDisk | undefined
  outages: Outages
  dice: Dice
  faults: readonly FaultName[]
  isOver: () => boolean
  tell: (sentence: string) => void
}

/**
 * Makes the gateway, its webhooks and the disk of the uploads misbehave for a while each, one after the other, whatever
 * else is going on. All of them behave when it ends.
 * @returns how often each of them did
 */
export async function misbehave(run: MisbehaviourRun): Promise<Map<FaultName, number>> {
  const { dice, faults } = run
  const kinds = (['gateway', 'webhooks', 'disk'] as const).filter(
    (name) => faults.includes(name) && (name !== 'disk' || run.disk),
  )
  const times = new Map<FaultName, number>()
  while (!run.isOver()) {
    await sleep(dice.between(300, 1500))
    if (kinds.length === 0) continue
    const kind = dice.pick(kinds)
    times.set(kind, (times.get(kind) ?? 0) + 1)
    if (kind === 'disk') await fillDisk(run)
    else await misbehaveAtGateway(run, kind)
  }
  return times
}

async function fillDisk({ disk, dice, outages, tell }: MisbehaviourRun): Promise<void> {
  const end = outages.begin('files')
  tell('the disk of the uploads is full')
  await disk?.fill()
  await sleep(dice.between(500, 3000))
  await disk?.empty()
  end()
}

async function misbehaveAtGateway(
  { gateway, dice, outages, tell }: MisbehaviourRun,
  kind: 'gateway' | 'webhooks',
): Promise<void> {
  const how = kind === 'gateway' ? dice.pick(MISDEEDS)(dice) : tricksOfWebhooks(dice)
  const end = outages.begin('gateway' satisfies OutageKind)
  tell(`the gateway: ${JSON.stringify(how)}`)
  await gateway.behave({ delayMs: LATE_AFTER_MS, ...how })
  await sleep(dice.between(1000, 5000))
  await gateway.behave({ delayMs: LATE_AFTER_MS })
  end()
}

/** No order is of this: the gateway takes none below a rupee. */
const NO_ORDERS_PAISE = 77

const MISDEEDS: readonly ((dice: Dice) => object)[] = [
  () => ({ failing: true }),
  () => ({ losing: true }),
  (dice) => ({ latencyMs: dice.between(200, 6000) }),
  () => ({ wrongAmount: NO_ORDERS_PAISE }),
  () => ({ wrongCurrency: 'USD' }),
  () => ({ wrongSignature: true }),
  () => ({ allowSurplus: true, slowRefunds: true }),
  () => ({ allowSurplus: true, losing: true }),
]

const tricksOfWebhooks = (dice: Dice) => ({
  webhooks: dice.pick(['drop', 'repeat', 'reverse', 'delay']),
  allowSurplus: dice.chance(0.3),
})
