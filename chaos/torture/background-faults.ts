import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultName } from './fault-names.ts'
import type { GatewayClient } from './gateway-client.ts'
import type { OutageKind, OutageLog } from './outage-log.ts'
import type { Random } from './random.ts'
import type { SmallDisk } from './small-disk.ts'

/** Short, so that late payments arrive during the run. */
export const latePaymentDelayMs = 700

export type BackgroundFaultRun = {
  gateway: GatewayClient
  disk: SmallDisk | undefined
  outages: OutageLog
  random: Random
  faults: readonly FaultName[]
  isOver: () => boolean
  log: (message: string) => void
}

/**
 * Disturbs the gateway, its webhooks and the disk of the uploads, one at a time, in parallel with the other faults. All
 * of them work again when this returns.
 * @returns how often each fault was applied
 */
export async function runBackgroundFaults(
  run: BackgroundFaultRun,
): Promise<Map<FaultName, number>> {
  const { random, faults } = run
  const kinds = (['gateway', 'webhooks', 'disk'] as const).filter(
    (name) => faults.includes(name) && (name !== 'disk' || run.disk),
  )
  const times = new Map<FaultName, number>()
  while (!run.isOver()) {
    await sleep(random.between(300, 1500))
    if (kinds.length === 0) continue
    const kind = random.pick(kinds)
    times.set(kind, (times.get(kind) ?? 0) + 1)
    if (kind === 'disk') await fillDisk(run)
    else await disturbGateway(run, kind)
  }
  return times
}

async function fillDisk({ disk, random, outages, log }: BackgroundFaultRun): Promise<void> {
  const end = outages.begin('files')
  log('the disk of the uploads is full')
  await disk?.fill()
  await sleep(random.between(500, 3000))
  await disk?.empty()
  end()
}

async function disturbGateway(
  { gateway, random, outages, log }: BackgroundFaultRun,
  kind: 'gateway' | 'webhooks',
): Promise<void> {
  const behaviour =
    kind === 'gateway' ? random.pick(gatewayFaults)(random) : chooseWebhookFaults(random)
  const end = outages.begin('gateway' satisfies OutageKind)
  log(`gateway behaviour: ${JSON.stringify(behaviour)}`)
  await gateway.behave({ delayMs: latePaymentDelayMs, ...behaviour })
  await sleep(random.between(1000, 5000))
  await gateway.behave({ delayMs: latePaymentDelayMs })
  end()
}

/** No order has this amount, because the gateway refuses amounts below one rupee. */
const wrongAmountPaise = 77

const gatewayFaults: readonly ((random: Random) => object)[] = [
  () => ({ failing: true }),
  () => ({ losing: true }),
  (random) => ({ latencyMs: random.between(200, 6000) }),
  () => ({ wrongAmount: wrongAmountPaise }),
  () => ({ wrongCurrency: 'USD' }),
  () => ({ wrongSignature: true }),
  () => ({ allowSurplus: true, slowRefunds: true }),
  () => ({ allowSurplus: true, losing: true }),
]

const chooseWebhookFaults = (random: Random) => ({
  webhooks: random.pick(['drop', 'repeat', 'reverse', 'delay']),
  allowSurplus: random.chance(0.3),
})
