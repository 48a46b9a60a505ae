import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { checkInvariants } from '../integrity/check-invariants.ts'
import { connectClients, type HttpClients } from './http-clients.ts'
import { setLeadPrice } from './insert-records.ts'
import { createTestApp, type TestApp } from './test-app.ts'

// A guard is worth what its test notices when it is gone.

/** Says what it found wrong. */
export type Attack = (app: TestApp, clients: HttpClients) => Promise<unknown[]>

export interface Mutation {
  /** The guard that is taken out. */
  guard: string
  attack: Attack
  /** Function whose source is changed, and how; or a statement to run. */
  changes: ({ of: string; from: string; to: string } | { statement: string })[]
}

export function differences(found: unknown, wanted: unknown): unknown[] {
  return isDeepStrictEqual(found, wanted) ? [] : [{ found, wanted }]
}

/** The violations that an attack and the audit of the books find on a separate product with this change. */
export async function attacked({ attack, changes }: Pick<Mutation, 'attack' | 'changes'>) {
  const app = await createTestApp()
  const clients = await connectClients(app)
  try {
    await setLeadPrice(app.db, 'domestic', 5000)
    for (const change of changes) await apply(app, change)
    const wrong = await attack(app, clients)
    return [...wrong, ...(await checkInvariants(app.database))]
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
