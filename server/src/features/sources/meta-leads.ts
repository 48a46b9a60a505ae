import { randomInt } from 'node:crypto'
import type { Answer } from '@raahi/contract/endpoint'
import type { listUnassignedMetaLeads } from '@raahi/contract/meta-ads'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { validationFailure } from '../../platform/http/validation.ts'
import { findUnassigned, queueFetches, resetReports } from './meta-leads.queries.ts'
import { type MetaEventDeps, receiveMetaEvent } from './receive-meta-event.ts'
import { lockSource } from './sources.queries.ts'

/** The pages and forms that have sent leads and belong to no source. */
export async function listUnassigned({
  kysely,
}: Database): Promise<Answer<typeof listUnassignedMetaLeads>> {
  return (await findUnassigned(kysely)).map(({ page_id, form_id, leads, latest_at }) => ({
    pageId: page_id,
    formId: form_id,
    leads,
    latestAt: latest_at.toISOString(),
  }))
}

/**
 * Queues all leads of a source again that were not fetched.
 * @throws ApiFailure SOURCE_NOT_FOUND; META_OFF
 */
export async function fetchAgain(
  { database, jobs, meta }: MetaEventDeps,
  actor: Actor,
  id: string,
): Promise<{ queued: number }> {
  if (!meta) throw new ApiFailure('META_OFF')
  return withTransaction(database, async (tx) => {
    const source = await lockSource(tx, id)
    if (source?.kind !== 'meta-ads') throw new ApiFailure('SOURCE_NOT_FOUND')
    const leadgenIds = await resetReports(tx, id)
    await queueFetches(tx, jobs, leadgenIds)
    const queued = leadgenIds.length
    await recordAction(tx, actor, {
      action: 'source.fetch-again',
      subjectType: 'source',
      subjectId: id,
      after: { queued },
    })
    return { queued }
  })
}

/**
 * Reports a lead of an invented traveller, as Meta would. Only in a trial, whose stand-in has this lead.
 * @throws ApiFailure META_OFF; SOURCE_NOT_FOUND; VALIDATION_FAILED without a page
 */
export async function sendTestLead(
  deps: MetaEventDeps,
  actor: Actor,
  id: string,
): Promise<{ leadgenId: string }> {
  const { database, meta } = deps
  if (meta?.mode !== 'sandbox') {
    throw new ApiFailure('META_OFF', {
      message: 'Raahi sends test leads only in a trial. Please use Meta’s testing tool.',
    })
  }
  const source = await withTransaction(database, async (tx) => {
    const locked = await lockSource(tx, id)
    if (locked?.kind !== 'meta-ads') throw new ApiFailure('SOURCE_NOT_FOUND')
    if (!locked.meta_page_id) {
      throw validationFailure({ metaPageId: 'Enter the ID of the page first.' })
    }
    await recordAction(tx, actor, {
      action: 'source.send-test-lead',
      subjectType: 'source',
      subjectId: id,
    })
    return locked
  })
  const leadgenId = `${randomInt(1_000_000, 9_999_999)}${randomInt(1_000_000, 9_999_999)}1`
  const value = {
    leadgen_id: leadgenId,
    page_id: source.meta_page_id,
    form_id: source.meta_form_id ?? '100000000000001',
    created_time: Math.floor(Date.now() / 1000),
  }
  const entry = { id: value.page_id, time: value.created_time }
  const body = Buffer.from(
    JSON.stringify({
      object: 'page',
      entry: [{ ...entry, changes: [{ field: 'leadgen', value }] }],
    }),
  )
  await receiveMetaEvent(deps, body, meta.sign(body))
  return { leadgenId }
}
