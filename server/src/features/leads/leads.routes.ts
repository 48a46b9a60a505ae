import { getLeadPreferences, setLeadPreferences } from '@raahi/contract/lead-preferences'
import { statusOf } from '@raahi/contract/lead-status'
import { listLeadSuggestions } from '@raahi/contract/lead-suggestions'
import {
  changeLeads,
  createLead,
  deleteLead,
  findKnownLeads,
  getLead,
  listLeads,
  updateLead,
} from '@raahi/contract/leads'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { inListSlot, readList } from '../../platform/database/read-list.ts'
import { hitRateLimit, type RateLimit } from '../../platform/http/rate-limit.ts'
import { type RouteDeps, responseSent } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { changeLeads as change } from './change-leads.ts'
import { deleteLead as remove } from './delete-lead.ts'
import { editLead } from './edit-lead.ts'
import { changeLeadPreferences, readLeadPreferences } from './lead-preferences.ts'
import { createLeadList } from './list-leads.ts'
import { markLeadSold } from './mark-lead-sold.ts'
import { createPlaceSuggestions } from './place-suggestions.ts'
import { createLead as create } from './public/create-lead.ts'
import { findKnownLeads as findKnown } from './public/known-leads.ts'
import { readLead } from './read-lead.ts'

/** Each change is a write. An agent makes a few a minute. */
const preferenceChanges: RateLimit = { max: 600, windowSeconds: 60 * 60 }

export function addLeadRoutes({ addRoute, database, jobs }: RouteDeps & { jobs: JobQueue }): void {
  const list = createLeadList(database)
  const suggestPlaces = createPlaceSuggestions(database)

  addRoute(listLeads, async (call) => {
    const { query, reply, request } = call
    const bytes = await list(call, query, {
      serialise: (data) => String(reply.serialize({ success: true, data })),
      isFresh: request.headers['cache-control']?.includes('no-cache') ?? false,
    })
    reply.header('content-type', 'application/json; charset=utf-8')
    reply.header('cache-control', 'no-store').send(bytes)
    return responseSent
  })

  addRoute(getLead, async (call) => ({
    data: await readList(database, call, (from) => readLead(from, call.caller, call.params.id)),
  }))

  addRoute(listLeadSuggestions, async (call) => ({
    data: await inListSlot(database, call, () => suggestPlaces(call.query.field, call.query.text)),
  }))

  addRoute(getLeadPreferences, async (call) => ({
    data: await readList(database, call, (from) => readLeadPreferences(from, call.caller.userId)),
  }))

  addRoute(setLeadPreferences, async ({ caller, body }) => {
    await hitRateLimit(database, {
      key: `lead preferences of ${caller.userId}`,
      ...preferenceChanges,
    })
    return { data: await changeLeadPreferences(database, caller.userId, body) }
  })

  addRoute(findKnownLeads, async ({ query }) => ({ data: await findKnown(database.kysely, query) }))

  addRoute(createLead, async (call) => ({
    data: await create({ database, jobs }, actorOf(call), call.body),
  }))

  addRoute(updateLead, async (call) => {
    const { params, body } = call
    if ('satatus' in body) {
      const data = await markLeadSold(database, actorOf(call), params.id, statusOf(body))
      return { data, message: 'Lead marked as sold' }
    }
    const data = await editLead(database, actorOf(call), params.id, body)
    return { data, message: 'Lead updated successfully!' }
  })

  addRoute(deleteLead, async (call) => {
    await remove(database, actorOf(call), call.params.id)
    return {}
  })

  addRoute(changeLeads, async (call) => ({
    data: { changed: await change(database, actorOf(call), call.body) },
  }))
}
