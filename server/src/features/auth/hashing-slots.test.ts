import type { Cluster } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { shareHashingSlots } from './hashing-slots.ts'

// A simulated IPC channel shows which worker gets a slot, and when.

function startSharing(slots: number) {
  const channel = new EventEmitter()
  shareHashingSlots(channel as unknown as Cluster, slots)
  const given: string[] = []
  const worker = (name: string) => ({ name, send: () => given.push(name) })
  const sendFrom = (from: object, kind: string) =>
    channel.emit('message', from, { raahi: 'hashing', kind })
  return { given, worker, sendFrom, end: (one: object) => channel.emit('exit', one) }
}

test('at most as many workers hash at once as there are slots, in the order of their requests', () => {
  const { given, worker, sendFrom } = startSharing(2)
  const [a, b, c] = [worker('a'), worker('b'), worker('c')]
  for (const one of [a, a, b, c, a]) sendFrom(one, 'ask')
  expect(given).toEqual(['a', 'a'])
  sendFrom(a, 'left')
  expect(given).toEqual(['a', 'a', 'b'])
  sendFrom(b, 'left')
  sendFrom(a, 'left')
  expect(given).toEqual(['a', 'a', 'b', 'c', 'a'])
})

test('a worker that exits frees its slots and leaves the queue', () => {
  const { given, worker, sendFrom, end } = startSharing(1)
  const [a, b, c, d] = [worker('a'), worker('b'), worker('c'), worker('d')]
  for (const one of [a, b, c]) sendFrom(one, 'ask')
  end(b)
  expect(given).toEqual(['a'])
  end(a)
  expect(given).toEqual(['a', 'c'])
  sendFrom(c, 'left')
  sendFrom(d, 'ask')
  expect(given).toEqual(['a', 'c', 'd'])
})

test('a late message of a worker that has exited neither takes nor frees a slot', () => {
  const { given, worker, sendFrom, end } = startSharing(1)
  const [a, b, c] = [worker('a'), worker('b'), worker('c')]
  sendFrom(a, 'ask')
  end(a)
  sendFrom(a, 'left')
  sendFrom(a, 'ask')
  expect(given).toEqual(['a'])
  for (const one of [b, c]) sendFrom(one, 'ask')
  expect(given).toEqual(['a', 'b'])
})

test('messages of other features are ignored', () => {
  const { given, worker } = startSharing(1)
  const channel = new EventEmitter()
  shareHashingSlots(channel as unknown as Cluster, 1)
  for (const message of [null, 'ask', { raahi: 'metrics', kind: 'ask' }]) {
    channel.emit('message', worker('a'), message)
  }
  expect(given).toEqual([])
})
