import cluster, { type Cluster, type Worker } from 'node:cluster'
import { availableParallelism } from 'node:os'

/**
 * A hash takes a core for some 30 ms. One core of the machine always stays free for everything else, and so do two of the
 * four threads that hashing shares with the file system. The processes of one machine share these places: the first
 * process, which has nothing to hash, hands them out in the order in which they are asked for.
 */
export const maxConcurrentHashes = Math.max(1, Math.min(2, availableParallelism() - 1))

type SlotMessage = { raahi: 'hashing'; kind: 'ask' | 'given' | 'left' }

const isMessage = (message: unknown): message is SlotMessage =>
  typeof message === 'object' &&
  message !== null &&
  'raahi' in message &&
  message.raahi === 'hashing'

/** The part of the first process. A process that ends leaves its places, and its place in the row. */
export function shareHashingSlots(from: Cluster, places = maxConcurrentHashes): void {
  let free = places
  let waiting: Worker[] = []
  const taken = new Map<Worker, number>()
  const ended = new WeakSet<Worker>()

  function give(): void {
    while (free > 0) {
      const worker = waiting.shift()
      if (!worker) return
      free -= 1
      taken.set(worker, (taken.get(worker) ?? 0) + 1)
      worker.send({ raahi: 'hashing', kind: 'given' } satisfies SlotMessage, () => {})
    }
  }
  function takeBack(worker: Worker, count: number): void {
    free += count
    taken.set(worker, (taken.get(worker) ?? 0) - count)
    give()
  }
  from.on('message', (worker, message) => {
    // What a process said just before its end may be heard after it: a place given to it would never come back.
    if (!isMessage(message) || ended.has(worker)) return
    if (message.kind === 'left') return takeBack(worker, 1)
    waiting.push(worker)
    give()
  })
  from.on('exit', (worker) => {
    ended.add(worker)
    waiting = waiting.filter((other) => other !== worker)
    takeBack(worker, taken.get(worker) ?? 0)
    taken.delete(worker)
  })
}

let asking: (() => void)[] | undefined

/** Does a piece of hashing in one of the machine's places; at once where this is the only process. */
export async function withHashingSlot<T>(work: () => Promise<T>): Promise<T> {
  if (!cluster.isWorker) return work()
  await new Promise<void>((resolve) => {
    hear().push(resolve)
    say('ask')
  })
  try {
    return await work()
  } finally {
    say('left')
  }
}

/** Whoever has asked first here gets the next place. */
function hear(): (() => void)[] {
  if (asking) return asking
  const row: (() => void)[] = []
  asking = row
  process.on('message', (message) => {
    if (isMessage(message) && message.kind === 'given') row.shift()?.()
  })
  return row
}

function say(kind: SlotMessage['kind']): void {
  // A first process that is gone takes this one along.
  process.send?.({ raahi: 'hashing', kind } satisfies SlotMessage, undefined, undefined, () => {})
}
