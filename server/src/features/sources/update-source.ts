import type { SourceKind } from '@raahi/contract/source-labels'
import type { sourceCostForm, updateSource as updateSourceCall } from '@raahi/contract/sources'
import type { z } from 'zod'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { sqlState } from '../../platform/database/errors.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { validationFailure } from '../../platform/http/validation.ts'
import { assignLeads, lockPages, queueFetches } from './meta-leads.queries.ts'
import { findQuestions, mapQuestions } from './questions.queries.ts'
import type { MetaEventDeps } from './receive-meta-event.ts'
import { findConsents, lockSource } from './sources.queries.ts'

/**
 * Changes settings of a source. A changed consent text is stored as a new version. A repeated call records nothing.
 * A source that gets a page at Meta also gets the leads of this page that have no source.
 * @throws ApiFailure SOURCE_NOT_FOUND; SOURCE_BUILT_IN; META_PAGE_TAKEN; VALIDATION_FAILED
 */
export async function updateSource(
  { database, jobs }: Pick<MetaEventDeps, 'database' | 'jobs'>,
  actor: Actor,
  id: string,
  { consentText, questions: mapped = [], ...form }: z.output<typeof updateSourceCall.body>,
): Promise<void> {
  await withTransaction(database, async (tx) => {
    if (form.metaPageId !== undefined || form.metaFormId !== undefined) await lockPages(tx)
    const source = await lockSource(tx, id)
    if (!source) throw new ApiFailure('SOURCE_NOT_FOUND')
    const [consent] = await findConsents(tx, id)
    // Only the built-in sources have no consent text: theirs is that of the quote form, or none.
    if (!consent) throw new ApiFailure('SOURCE_BUILT_IN')
    const before = {
      name: source.name,
      state: source.state,
      dailyLimit: source.daily_limit,
      leadType: source.lead_type,
      tripType: source.trip_type,
      publishAtOnce: source.publish_at_once,
      metaPageId: source.meta_page_id,
      metaFormId: source.meta_form_id,
      domains: source.embed_domains,
      consentText: consent.text,
      questions: await findQuestions(tx, id),
    }
    const given = Object.entries({ ...form, consentText }).filter(
      ([, value]) => value !== undefined,
    )
    await mapQuestions(tx, id, mapped)
    const questions = await findQuestions(tx, id)
    const after = { ...before, ...(Object.fromEntries(given) as Partial<typeof before>), questions }
    if (JSON.stringify(after) === JSON.stringify(before)) return
    checkKind(source.kind, after)
    await tx
      .updateTable('sources')
      .set({
        name: after.name,
        state: after.state,
        daily_limit: after.dailyLimit,
        lead_type: after.leadType,
        trip_type: after.tripType,
        publish_at_once: after.publishAtOnce,
        meta_page_id: after.metaPageId,
        meta_form_id: after.metaFormId,
        embed_domains: after.domains,
      })
      .where('id', '=', id)
      .execute()
      .catch(throwIfPageTaken)
    if (after.metaPageId) {
      const page = { id, pageId: after.metaPageId, formId: after.metaFormId }
      await queueFetches(tx, jobs, await assignLeads(tx, page))
    }
    if (after.consentText !== consent.text) {
      await tx
        .insertInto('source_consents')
        .values({ source_id: id, version: consent.version + 1, text: after.consentText })
        .execute()
    }
    await recordAction(tx, actor, {
      action: 'source.update',
      subjectType: 'source',
      subjectId: id,
      before,
      after,
    })
  })
}

function throwIfPageTaken(error: unknown): never {
  if (sqlState(error) === '23505') throw new ApiFailure('META_PAGE_TAKEN', { cause: error })
  throw error
}

/** @throws ApiFailure VALIDATION_FAILED for settings of another kind */
function checkKind(
  kind: SourceKind,
  {
    metaPageId,
    metaFormId,
    domains,
  }: { metaPageId: string | null; metaFormId: string | null; domains: readonly string[] },
): void {
  if (metaFormId && !metaPageId)
    throw validationFailure({ metaPageId: 'Enter the ID of the page.' })
  if (metaPageId && kind !== 'meta-ads') {
    throw validationFailure({ metaPageId: 'Only sources of Meta have a page.' })
  }
  if (domains.length > 0 && kind !== 'embed') {
    throw validationFailure({ domains: 'Only embedded forms have websites.' })
  }
}

/**
 * Sets what a source cost on a day; 0 removes it.
 * @throws ApiFailure SOURCE_NOT_FOUND
 */
export async function setSourceCost(
  database: Database,
  actor: Actor,
  id: string,
  { day, amount: amountPaise }: z.output<typeof sourceCostForm>,
): Promise<void> {
  await withTransaction(database, async (tx) => {
    if (!(await lockSource(tx, id))) throw new ApiFailure('SOURCE_NOT_FOUND')
    const known = await tx
      .deleteFrom('source_costs')
      .where('source_id', '=', id)
      .where('day', '=', day)
      .returning('amount_paise')
      .executeTakeFirst()
    if (amountPaise > 0) {
      await tx
        .insertInto('source_costs')
        .values({ source_id: id, day, amount_paise: amountPaise })
        .execute()
    }
    await recordAction(tx, actor, {
      action: 'source.set-cost',
      subjectType: 'source',
      subjectId: id,
      before: { day, costPaise: known?.amount_paise ?? 0 },
      after: { day, costPaise: amountPaise },
    })
  })
}
