import { Gauge, Registry } from 'prom-client'
import type { Database } from '../database/connect.ts'

/** A busy or unavailable database must not delay the other metrics of a scrape. */
const readTimeoutMs = 2500

export type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge

/** Reads from the database, then sets its gauges. */
export type StoredMetrics = (database: Database) => Promise<(gauge: MakeGauge) => void>

/**
 * Collects the metrics that are stored in the database, in the text format of Prometheus. All instances report the same
 * values, so alert rules take the maximum and not the sum. They are read at each scrape. While the database does not
 * respond, only `raahi_database_up 0` is reported.
 */
export async function collectStoredMetrics(
  database: Database,
  collectors: readonly StoredMetrics[],
): Promise<string> {
  const registry = new Registry()
  const gauge: MakeGauge = (name, help, labelNames = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the database did not answer')), readTimeoutMs).unref()
  })
  const reading = Promise.all(collectors.map((collect) => collect(database)))
  const setters = await Promise.race([reading, timeout]).catch(() => null)
  reading.catch(() => {}) // A late failure has no effect.
  gauge('raahi_database_up', '1 if the database responded to this scrape').set(setters ? 1 : 0)
  for (const set of setters ?? []) set(gauge)
  return registry.metrics()
}
