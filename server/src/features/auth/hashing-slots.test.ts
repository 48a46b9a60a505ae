import type { Cluster } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { shareHashingSlots } from './hashing-slots.ts'

// The channel to the processes is stood in for: who is told what, and when, is what is tried.

function startOf(places: number) {
  const channel = new EventEmitter()
  shareHashingSlots(channel as unknown as Cluster, places)
  const given: string[] = []
  const worker = (name: string) => ({ name, send: () => given.push(name) })
  const say = (from: object, kind: string) =>
    channel.emit('message', from, { raahi: 'hashing', kind })
  return { given, worker, say, end: (one: object) => channel.emit('exit', one) }
}

test('no more hash at once than there are places, whichever processes ask, and the first to ask is the next', () => {
  const { given, worker, say } = startOf(2)
  const [a, b, c] = [worker('a'), worker('b'), worker('c')]
  for (const one of [a, a, b, c, a]) say(one, 'ask')
  expect(given).toEqual(['a', 'a'])
  say(a, 'left')
  expect(given).toEqual(['a', 'a', 'b'])
  say(b, 'left')
  say(a, 'left')
  expect(given).toEqual(['a', 'a', 'b', 'c', 'a'])
})

test('a process that ends leaves its places, and waits for none', () => {
  const { given, worker, say, end } = startOf(1)
  const [a, b, c, d] = [worker('a'), worker('b'), worker('c'), worker('d')]
  for (const one of [a, b, c]) say(one, 'ask')
  end(b)
  expect(given).toEqual(['a'])
  end(a)
  expect(given).toEqual(['a', 'c'])
  say(c, 'left')
  say(d, 'ask')
  expect(given).toEqual(['a', 'c', 'd'])
})

test('what a process that has ended is heard to say afterwards gives no place away, and none back', () => {
  const { given, worker, say, end } = startOf(1)
  const [a, b, c] = [worker('a'), worker('b'), worker('c')]
  say(a, 'ask')
  end(a)
  say(a, 'left')
  say(a, 'ask')
  expect(given).toEqual(['a'])
  for (const one of [b, c]) say(one, 'ask')
  expect(given).toEqual(['a', 'b'])
})

test('messages of others are none of its business', () => {
  const { given, worker } = startOf(1)
  const channel = new EventEmitter()
  shareHashingSlots(channel as unknown as Cluster, 1)
  for (const message of [null, 'ask', { raahi: 'metrics', kind: 'ask' }]) {
    channel.emit('message', worker('a'), message)
  }
  expect(given).toEqual([])
})
