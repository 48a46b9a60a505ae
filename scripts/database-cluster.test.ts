import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { clusterSchema } from './cloudnative-pg-schema.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

describe('settings of the database cluster', () => {
  type Parameters = Record<string, unknown>
  const patroni = parse(read('deploy/patroni/patroni.yml'))
  const { dcs } = patroni.bootstrap
  const parameters: Parameters = { ...dcs.postgresql.parameters, ...patroni.postgresql.parameters }
  const kubernetes = parse(read('deploy/kubernetes/cluster.yaml'))

  it('commits only with a second copy, and promotes only a member that has every commit', () => {
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true })
    expect(parameters).toMatchObject({ fsync: 'on', synchronous_commit: 'on' })
    expect(kubernetes.spec.postgresql.synchronous).toEqual({
      method: 'any',
      number: 1,
      dataDurability: 'required',
      failoverQuorum: true,
    })
  })

  it("satisfies Patroni's rule for the time until a lost primary is replaced", () => {
    expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout)
  })

  it('is the same on Kubernetes', () => {
    const here = Object.entries(parameters).filter(([name]) => !isSetByOperator(name))
    const there: Parameters = kubernetes.spec.postgresql.parameters
    expect(there).toEqual(Object.fromEntries(here.map(([name, value]) => [name, String(value)])))
  })

  it('matches the schema of CloudNativePG', () => {
    const isValid = new Ajv({ strict: false }).compile(clusterSchema)
    expect(isValid(kubernetes) || isValid.errors).toBe(true)
    const misspelt = structuredClone(kubernetes)
    misspelt.spec.postgresql.synchronous.dataDurabilty = 'required'
    expect(isValid(misspelt)).toBe(false)
  })
})

/** Whether CloudNativePG sets the parameter and rejects it in the file, or has a default for containers. */
function isSetByOperator(name: string): boolean {
  return /^(archive_(mode|command)|unix_socket|fsync|full_page|password_enc|(log_)?timezone|log_line)/.test(
    name,
  )
}
