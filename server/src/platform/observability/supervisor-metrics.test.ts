import type { Cluster, Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { aggregateMetrics, type Snapshot } from './supervisor-metrics.ts'

it('answers after the exit of a worker whose counters cannot be added', async () => {
  const cluster = new EventEmitter() as unknown as Cluster
  aggregateMetrics(cluster)
  const { promise: answer, resolve: send } = Promise.withResolvers()
  const worker = { id: 1, isDead: () => false, send } as unknown as Worker
  const unusable = [{ type: 'counter' }] as unknown as Snapshot
  cluster.emit('message', worker, { raahi: 'metrics', kind: 'one', id: 1, snapshot: unusable })
  cluster.emit('exit', worker)
  cluster.emit('message', worker, { raahi: 'metrics', kind: 'request-all', id: 2 })
  expect(await answer).toEqual({ raahi: 'metrics', kind: 'all', id: 2, snapshots: [[]] })
})
