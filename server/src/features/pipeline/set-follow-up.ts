import { type FollowUpInput, maxFollowUpDays, type PipelineCard } from '@raahi/contract/pipeline'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { LeadScope } from '../leads/public/lead-scope.ts'
import { minuteOf } from './card-response.ts'
import { lockCard, storeCard } from './locked-card.ts'
import { readCard } from './read-pipeline.ts'

/**
 * Sets or removes the next follow-up of a card.
 * @throws ApiFailure LEAD_NOT_FOUND, also for a lead of another agent; VALIDATION_FAILED for a day that is over or too
 * far ahead, and for a lost trip; LEAD_RETURNED; CONTACT_STOPPED
 */
export async function setFollowUp(
  database: Database,
  of: LeadScope & { leadId: string },
  followUp: FollowUpInput,
): Promise<PipelineCard> {
  return withTransaction(database, async (tx) => {
    const card = await lockCard(tx, of)
    if (followUp) {
      if (card.isReturned) throw new ApiFailure('LEAD_RETURNED')
      if (card.contactStopped) throw new ApiFailure('CONTACT_STOPPED')
      if (card.state.stage === 'lost')
        throw invalidDay('A lost trip has no follow-up. Move it to another stage first.')
      await checkFollowUpDay(tx, followUp.on)
    }
    await storeCard(tx, card, {
      follow_up_on: followUp?.on ?? null,
      follow_up_minute: followUp?.time ? minuteOf(followUp.time) : null,
    })
    return readCard(tx, of)
  })
}

/** @throws ApiFailure VALIDATION_FAILED for a day that is over in India, or too far ahead */
export async function checkFollowUpDay(
  tx: Transaction,
  on: string,
  field = 'followUp.on',
): Promise<void> {
  const { rows } = await sql<{ days: number }>`
    select ${on}::date - today_in_india() as days`.execute(tx)
  const days = rows[0]?.days ?? -1
  if (days < 0) throw invalidDay('Choose today or a later day.', field)
  if (days > maxFollowUpDays) throw invalidDay('Choose a day in the next two years.', field)
}

function invalidDay(message: string, field = 'followUp.on'): ApiFailure {
  return new ApiFailure('VALIDATION_FAILED', { message, fieldErrors: { [field]: message } })
}
