import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, instant } from './fields.ts'

/**
 * The address that Meta calls. The signature of a POST covers the bytes of the body, so `endpoints` does not contain it.
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started
 */
export const metaPath = '/api/intake/meta'

const text = z.string().max(1000).optional()

export const verifyMetaWebhook = endpoint('GET', metaPath, {
  name: 'verifyMetaWebhook',
  summary: 'Prove to Meta that the address of the webhook is ours: returns `hub.challenge`',
  access: 'public',
  query: z.object({ 'hub.mode': text, 'hub.verify_token': text, 'hub.challenge': text }),
  answerType: 'text/plain',
  errors: ['META_NOT_GENUINE', 'META_OFF', 'TOO_MANY_REQUESTS'],
})

/** Pages in a response. */
export const maxUnassignedPages = 50

export const listUnassignedMetaLeads = endpoint('GET', '/api/sources/unassigned-meta-leads', {
  name: 'listUnassignedMetaLeads',
  summary: 'List the pages and forms at Meta that have sent leads and belong to no source',
  access: 'admin',
  right: 'leads',
  list: true,
  /** The page with the latest lead first. Their leads are kept as long as Meta keeps them. */
  answer: z
    .array(
      z.object({
        pageId: z.string(),
        formId: z.string(),
        leads: z.int(),
        latestAt: instant,
      }),
    )
    .max(maxUnassignedPages),
})

export const fetchMetaLeadsAgain = endpoint('POST', '/api/sources/{id}/fetch-again', {
  name: 'fetchMetaLeadsAgain',
  summary: 'Fetch the leads of a Meta source again that could not be fetched',
  access: 'admin',
  right: 'leads',
  params: idParams,
  answer: z.object({ queued: z.int() }),
  message: 'Raahi fetches them again.',
  errors: ['SOURCE_NOT_FOUND', 'META_OFF'],
})

export const sendMetaTestLead = endpoint('POST', '/api/sources/{id}/test-lead', {
  name: 'sendMetaTestLead',
  summary: 'Send a lead of an invented traveller to a Meta source, only in a trial',
  access: 'admin',
  right: 'leads',
  params: idParams,
  answer: z.object({ leadgenId: z.string() }),
  message: 'Test lead sent.',
  errors: ['SOURCE_NOT_FOUND', 'META_OFF'],
})
