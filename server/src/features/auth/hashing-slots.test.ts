import type { Cluster } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { shareHashingSlots } from './hashing-slots.ts'

// A simulated IPC channel shows which worker gets a slot, and when.

function startSharing(slots: number) {
  const channel = new EventEmitter()
  shareHashingSlots(channel as unknown as Cluster, slots)
  const assigned: string[] = []
  const worker = (name: string) => ({ name, send: () => assigned.push(name) })
  const sendFrom = (from: object, kind: string) =>
    channel.emit('message', from, { raahi: 'hashing', kind })
  return { assigned, worker, sendFrom, end: (one: object) => channel.emit('exit', one) }
}

test('at most as many workers hash at once as there are slots, in the order of their requests', () => {
  const { assigned, worker, sendFrom } = startSharing(2)
  const [a, b, c] = [worker('a'), worker('b'), worker('c')]
  for (const one of [a, a, b, c, a]) sendFrom(one, 'request')
  expect(assigned).toEqual(['a', 'a'])
  sendFrom(a, 'released')
  expect(assigned).toEqual(['a', 'a', 'b'])
  sendFrom(b, 'released')
  sendFrom(a, 'released')
  expect(assigned).toEqual(['a', 'a', 'b', 'c', 'a'])
})

test('a worker that exits frees its slots and leaves the queue', () => {
  const { assigned, worker, sendFrom, end } = startSharing(1)
  const [a, b, c, d] = [worker('a'), worker('b'), worker('c'), worker('d')]
  for (const one of [a, b, c]) sendFrom(one, 'request')
  end(b)
  expect(assigned).toEqual(['a'])
  end(a)
  expect(assigned).toEqual(['a', 'c'])
  sendFrom(c, 'released')
  sendFrom(d, 'request')
  expect(assigned).toEqual(['a', 'c', 'd'])
})

test('a late message of a worker that has exited neither takes nor frees a slot', () => {
  const { assigned, worker, sendFrom, end } = startSharing(1)
  const [a, b, c] = [worker('a'), worker('b'), worker('c')]
  sendFrom(a, 'request')
  end(a)
  sendFrom(a, 'released')
  sendFrom(a, 'request')
  expect(assigned).toEqual(['a'])
  for (const one of [b, c]) sendFrom(one, 'request')
  expect(assigned).toEqual(['a', 'b'])
})

test('messages of other features are ignored', () => {
  const { assigned, worker } = startSharing(1)
  const channel = new EventEmitter()
  shareHashingSlots(channel as unknown as Cluster, 1)
  for (const message of [null, 'request', { raahi: 'metrics', kind: 'request' }]) {
    channel.emit('message', worker('a'), message)
  }
  expect(assigned).toEqual([])
})
