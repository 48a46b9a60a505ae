import { consentOutdated, type EnquiryFields } from '@raahi/contract/enquiries'
import { v7 as uuidv7 } from 'uuid'
import { withTransaction } from '../../../platform/database/transaction.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'
import { validationFailure } from '../../../platform/http/validation.ts'
import { claimArrival, recordRefusal } from '../arrivals.queries.ts'
import { findSource, type IntakeDeps, storeArrival } from '../receive-lead.ts'
import { findEmbed } from './embeds.queries.ts'

/** The refusals in words for a traveller. */
const texts = {
  SOURCE_PAUSED: 'This form is closed at the moment.',
  SOURCE_LIMIT_REACHED: 'This form takes no more enquiries today. Please try again tomorrow.',
} as const

/**
 * Stores an enquiry of an embedded form, as an enquiry of the quote form with the consent text of the source.
 * @throws ApiFailure SOURCE_NOT_FOUND; SOURCE_PAUSED; SOURCE_LIMIT_REACHED; VALIDATION_FAILED if the form showed another
 * consent text
 */
export async function createEmbedded(
  deps: IntakeDeps,
  sourceId: string,
  { source: foundBy, website, consentVersion, ...fields }: EnquiryFields,
): Promise<{ reference: string; token: string }> {
  const { database } = deps
  try {
    return await withTransaction(database, async (tx) => {
      const embed = await findEmbed(tx, sourceId)
      if (!embed) throw new ApiFailure('SOURCE_NOT_FOUND')
      if (consentVersion !== embed.consentVersion) {
        throw validationFailure({ consent: consentOutdated })
      }
      const source = await findSource(tx, sourceId, embed.consentText)
      const arrivalId = await claimArrival(tx, sourceId, uuidv7())
      if (!arrivalId) throw new Error('a new id was claimed before')
      const { reference, token } = await storeArrival(tx, deps, {
        source,
        arrivalId,
        enquiry: {
          fields,
          sourceId,
          foundBy,
          consent: { text: embed.consentText },
          isTrapped: Boolean(website),
        },
      })
      return { reference, token }
    })
  } catch (error) {
    if (!(error instanceof ApiFailure) || !(error.code in texts)) throw error
    await recordRefusal(database, sourceId, error, [])
    const message = texts[error.code as keyof typeof texts]
    const { retryAfterSeconds } = error
    throw new ApiFailure(error.code, { message, ...(retryAfterSeconds && { retryAfterSeconds }) })
  }
}
