import cluster, { type Cluster, type Worker } from 'node:cluster'
import { availableParallelism } from 'node:os'

/**
 * A hash uses a core for about 30 ms. One core of the machine stays free for other work, and so do two of the four
 * threads that hashing shares with the file system. The processes of one machine share these slots: the primary
 * process, which hashes nothing, assigns them in the order of the requests.
 */
export const maxConcurrentHashes = Math.max(1, Math.min(2, availableParallelism() - 1))

type SlotMessage = { raahi: 'hashing'; kind: 'request' | 'assigned' | 'released' }

const isSlotMessage = (message: unknown): message is SlotMessage =>
  typeof message === 'object' &&
  message !== null &&
  'raahi' in message &&
  message.raahi === 'hashing'

/** Runs in the primary process. A worker that exits frees its slots and leaves the queue. */
export function shareHashingSlots(from: Cluster, slots = maxConcurrentHashes): void {
  let free = slots
  let waiting: Worker[] = []
  const slotsInUse = new Map<Worker, number>()
  const ended = new WeakSet<Worker>()

  function assignSlots(): void {
    while (free > 0) {
      const worker = waiting.shift()
      if (!worker) return
      free -= 1
      slotsInUse.set(worker, (slotsInUse.get(worker) ?? 0) + 1)
      worker.send({ raahi: 'hashing', kind: 'assigned' } satisfies SlotMessage, () => {})
    }
  }
  function freeSlots(worker: Worker, count: number): void {
    free += count
    slotsInUse.set(worker, (slotsInUse.get(worker) ?? 0) - count)
    assignSlots()
  }
  from.on('message', (worker, message) => {
    // A message can arrive after the exit of its sender. A slot assigned to that worker would never be freed.
    if (!isSlotMessage(message) || ended.has(worker)) return
    if (message.kind === 'released') return freeSlots(worker, 1)
    waiting.push(worker)
    assignSlots()
  })
  from.on('exit', (worker) => {
    ended.add(worker)
    waiting = waiting.filter((other) => other !== worker)
    freeSlots(worker, slotsInUse.get(worker) ?? 0)
    slotsInUse.delete(worker)
  })
}

let pendingRequests: (() => void)[] | undefined

/** Runs `work` in one of the machine's slots; immediately if this is the only process. */
export async function withHashingSlot<T>(work: () => Promise<T>): Promise<T> {
  if (!cluster.isWorker) return work()
  await new Promise<void>((resolve) => {
    slotRequests().push(resolve)
    sendToPrimary('request')
  })
  try {
    return await work()
  } finally {
    sendToPrimary('released')
  }
}

/** The requests of this process, in order: each assigned slot goes to the first of them. */
function slotRequests(): (() => void)[] {
  if (pendingRequests) return pendingRequests
  const queue: (() => void)[] = []
  pendingRequests = queue
  process.on('message', (message) => {
    if (isSlotMessage(message) && message.kind === 'assigned') queue.shift()?.()
  })
  return queue
}

function sendToPrimary(kind: SlotMessage['kind']): void {
  // If the primary process has exited, this process exits too.
  process.send?.({ raahi: 'hashing', kind } satisfies SlotMessage, undefined, undefined, () => {})
}
