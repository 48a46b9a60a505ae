import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { findViolations } from './find-violations.ts'
import { connectClients, type HttpClients } from './http-clients.ts'
import { setLeadPrice } from './insert-records.ts'
import { createTestApp, type TestApp } from './test-app.ts'

// Each mutation removes one guard. A test then checks that an attack or the audit detects the missing guard.

/** Attacks the app. @returns the violations that it found */
export type Attack = (app: TestApp, clients: HttpClients) => Promise<unknown[]>

export interface Mutation {
  /** The guard that is removed. */
  guard: string
  attack: Attack
  /** Changes of the source of a database function, or statements to run. */
  changes: ({ of: string; from: string; to: string } | { statement: string })[]
}

export function differences(found: unknown, wanted: unknown): unknown[] {
  return isDeepStrictEqual(found, wanted) ? [] : [{ found, wanted }]
}

/** Applies the changes to a separate product. @returns the violations that the attack and the audit then find */
export async function runAttack({ attack, changes }: Pick<Mutation, 'attack' | 'changes'>) {
  const app = await createTestApp()
  const clients = await connectClients(app)
  try {
    await setLeadPrice(app.db, 'domestic', 5000)
    for (const change of changes) await apply(app, change)
    const violations = await attack(app, clients)
    return [...violations, ...(await findViolations(app.database))]
  } finally {
    clients.close()
    await app.close()
  }
}

async function apply(app: TestApp, change: Mutation['changes'][number]): Promise<void> {
  if ('statement' in change) {
    await sql.raw(change.statement).execute(app.db)
    return
  }
  const { rows } = await sql<{ source: string }>`
    select pg_get_functiondef(oid) as source from pg_proc where proname = ${change.of}`.execute(
    app.db,
  )
  const source = rows[0]?.source ?? ''
  expect(source, `the source of ${change.of} has the guard`).toContain(change.from)
  // All versions of the refund rule contain its guards.
  await sql.raw(source.replaceAll(change.from, change.to)).execute(app.db)
}
