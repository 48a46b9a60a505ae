import { importStates } from '@raahi/contract/import-labels'
import { stateAfter } from '@raahi/contract/states'
import { type Kysely, sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { JobQueue, Retries } from '../../platform/jobs/job-queue.ts'
import { insertConverted } from '../enquiries/public/insert-converted.ts'
import { lockContacts } from '../leads/public/known-leads.ts'
import { findImport, lockImport, type StoredRow } from './imports.queries.ts'
import { type Judgement, judgeRows, rulesOf } from './judge-rows.ts'

/** Rows per transaction. Small, so that a traveller with the same contact waits only briefly. */
const rowsAtOnce = 100
/** How long an import waits for rows that another transaction has locked. */
const waitSeconds = 5
/** A job that runs longer counts as dead, so a long import is divided into several jobs. */
const maxJobMs = 60_000
const retries: Retries = { limit: 8, firstPauseSeconds: 5 }

interface Deps {
  database: Database
  jobs: JobQueue
}

interface ImportJob {
  importId: string
}

/**
 * Starts an import, or continues one whose job has given up. A job adds its rows.
 * @throws ApiFailure IMPORT_NOT_FOUND, IMPORT_ALREADY_STARTED, SOURCE_PAUSED
 */
export async function startImport(
  { database, jobs }: Deps,
  actor: Actor,
  importId: string,
): Promise<void> {
  await withTransaction(database, async (tx) => {
    const { state, source_id, source_state, run_by } = await lockImport(tx, importId)
    if (stateAfter(importStates, state, 'run') === null)
      throw new ApiFailure('IMPORT_ALREADY_STARTED')
    if (source_state === 'paused') throw new ApiFailure('SOURCE_PAUSED')
    await tx
      .updateTable('imports')
      .set({ state: 'running', run_by: run_by ?? actor.userId })
      .where('id', '=', importId)
      .execute()
    await queueImport(tx, jobs, importId)
    await recordAction(tx, actor, {
      action: 'import.run',
      subjectType: 'import',
      subjectId: importId,
      before: { state },
      after: { state: 'running', sourceId: source_id },
    })
  })
}

async function queueImport(
  db: Transaction | Kysely<Schema>,
  jobs: JobQueue,
  importId: string,
  startAfterSeconds = 0,
): Promise<void> {
  const data: ImportJob = { importId }
  await jobs.send(db, { queue: 'import', data, retries, startAfterSeconds })
}

/** Adds the rows of imports that were started. */
export function handleImports(deps: Deps): void {
  deps.jobs.handle<ImportJob>('import', async ({ data: { importId } }) => {
    const until = Date.now() + maxJobMs
    while (await addRows(deps, importId)) {
      if (Date.now() > until) return queueImport(deps.database.kysely, deps.jobs, importId)
    }
    const isWaiting = await finishImport(deps.database, importId)
    if (isWaiting) await queueImport(deps.database.kysely, deps.jobs, importId, waitSeconds)
  })
}

/**
 * Adds the next rows, in one transaction with their results. A row is locked while it is added and has a result afterwards, so no
 * crash and no second process adds it again.
 * @returns whether there were rows
 */
async function addRows({ database, jobs }: Deps, importId: string): Promise<boolean> {
  const record = await findImport(database.kysely, importId)
  const decidedBy = record.run_by
  if (record.state !== 'running' || decidedBy === null) return false
  return withTransaction(database, async (tx) => {
    const rows = await lockWaitingRows(tx, importId)
    if (rows.length === 0) return false
    const judged = await judgeRows(tx, rows, rulesOf(record), new Map(), (contacts) =>
      lockContacts(tx, ...contacts),
    )
    const added = judged.filter((each) => each.outcome === 'added')
    const leadIds = await insertConverted(
      tx,
      jobs,
      added.map(({ fields }) => fields),
      {
        sourceId: record.source_id,
        consentText: record.consent_text,
        consentAt: record.created_at,
        decidedBy,
      },
    )
    const leadOf = new Map<number, string>(
      added.map(({ row }, at) => [row.row, leadIds[at] as string]),
    )
    await storeResults(tx, importId, judged, leadOf)
    return true
  })
}

/** Locks the next rows without a result. Rows that another process is adding, or an erasure removes, are left to it. */
async function lockWaitingRows(tx: Transaction, importId: string): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select row, cells, answers from import_rows r where import_id = ${importId}
      and not exists (select from import_results where import_id = r.import_id and row = r.row)
    order by row limit ${rowsAtOnce} for update skip locked`.execute(tx)
  return rows
}

/** Stores the results of rows. The texts of an added row are in its lead and are not needed here any more. */
async function storeResults(
  tx: Transaction,
  importId: string,
  judged: Judgement[],
  leadOf: ReadonlyMap<number, string>,
): Promise<void> {
  const results = judged.map((each) => ({
    import_id: importId,
    row: each.row.row,
    // A question without an answer.
    outcome: each.outcome === 'question' ? ('refused' as const) : each.outcome,
    lead_id: leadIdOf(each, leadOf),
  }))
  await tx.insertInto('import_results').values(results).execute()
  await sql`delete from import_rows where import_id = ${importId} and row = any(${[...leadOf.keys()]}::integer[])`.execute(
    tx,
  )
}

/** The lead of a row, or the one that it repeats. */
function leadIdOf(judged: Judgement, leadOf: ReadonlyMap<number, string>): string | null {
  if (judged.outcome === 'added') return leadOf.get(judged.row.row) ?? null
  if (judged.outcome !== 'duplicate') return null
  return 'row' in judged.of ? (leadOf.get(judged.of.row) ?? null) : judged.of.leadId
}

/**
 * Marks an import as done if every row has a result.
 * @returns whether rows have none, because another transaction has locked them: it can still be rolled back
 */
async function finishImport({ kysely }: Database, importId: string): Promise<boolean> {
  await sql`
    update imports i set state = 'done' where id = ${importId} and state = 'running'
      and (select count(*) from import_results where import_id = i.id) >= row_count`.execute(kysely)
  return (await findImport(kysely, importId)).state === 'running'
}
