import * as contactLog from '@raahi/contract/contact-log'
import * as messageTemplates from '@raahi/contract/message-templates'
import * as pipeline from '@raahi/contract/pipeline'
import { getPipelineWorth } from '@raahi/contract/pipeline-worth'
import * as purchaseNotes from '@raahi/contract/purchase-notes'
import { readList } from '../../platform/database/read-list.ts'
import { sendTable } from '../../platform/export/send-table.ts'
import { hitRateLimit, type RateLimit } from '../../platform/http/rate-limit.ts'
import { type RouteDeps, responseSent } from '../../platform/http/route.ts'
import { leadScopeOf } from '../leads/public/lead-scope.ts'
import { exportPipeline } from './export-pipeline.ts'
import { listTemplates, setTemplate } from './message-templates.ts'
import { moveCard, undoMove } from './public/move-card.ts'
import { changeReminderSettings, readReminderSettings } from './public/reminder-settings.ts'
import {
  listCards,
  readBoard,
  readCardDetails,
  readColumn,
  readFollowUps,
} from './read-pipeline.ts'
import { recordContact, setContactOutcome } from './record-contact.ts'
import { setFollowUp } from './set-follow-up.ts'
import { readWorth } from './worth.ts'
import { addNote, deleteNote, editNote } from './write-notes.ts'

/** Far above the few changes per minute of a person. */
const changes: RateLimit = { max: 3000, windowSeconds: 60 * 60 }

export function addPipelineRoutes(deps: RouteDeps): void {
  addReadingRoutes(deps)
  addCardRoutes(deps)
  addEntryRoutes(deps)
  addSettingRoutes(deps)
}

function countChange({ database }: RouteDeps, userId: string): Promise<void> {
  return hitRateLimit(database, { key: `pipeline of ${userId}`, ...changes })
}

function addReadingRoutes({ addRoute, database }: RouteDeps): void {
  addRoute(pipeline.getPipeline, async (call) => ({
    data: await readList(database, call, ({ kysely }) =>
      readBoard(kysely, leadScopeOf(call.caller, call.query.assignee)),
    ),
  }))

  addRoute(pipeline.getPipelineColumn, async (call) => ({
    data: await readList(database, call, ({ kysely }) =>
      readColumn(kysely, {
        ...leadScopeOf(call.caller, call.query.assignee),
        column: call.params.column,
        after: call.query.after,
        limit: call.query.limit,
      }),
    ),
  }))

  addRoute(pipeline.listPipelineCards, async (call) => ({
    data: await readList(database, call, ({ kysely }) => {
      const { assignee, ...query } = call.query
      return listCards(kysely, leadScopeOf(call.caller, assignee), query)
    }),
  }))

  addRoute(pipeline.getFollowUps, async (call) => ({
    data: await readList(database, call, ({ kysely }) =>
      readFollowUps(kysely, leadScopeOf(call.caller, call.query.assignee)),
    ),
  }))

  addRoute(getPipelineWorth, async (call) => ({
    data: await readList(database, call, ({ kysely }) =>
      readWorth(kysely, { ...call.query, userId: call.caller.agencyId }),
    ),
  }))

  addRoute(pipeline.exportPipeline, async (call) => {
    const { format, ...filters } = call.query
    const table = exportPipeline(database, call, filters)
    await sendTable(call.reply, { name: 'pipeline', format }, table)
    return responseSent
  })
}

function addCardRoutes(deps: RouteDeps): void {
  const { addRoute, database } = deps

  addRoute(pipeline.getPipelineCard, async ({ caller, params }) => ({
    data: await readCardDetails(database.kysely, { ...leadScopeOf(caller), ...params }),
  }))

  addRoute(pipeline.movePipelineCard, async ({ caller, params, body }) => {
    await countChange(deps, caller.userId)
    return { data: await moveCard(database, { ...leadScopeOf(caller), ...params }, body) }
  })

  addRoute(pipeline.undoPipelineMove, async ({ caller, params, body }) => {
    await countChange(deps, caller.userId)
    return { data: await undoMove(database, { ...leadScopeOf(caller), ...params }, body.moveId) }
  })

  addRoute(pipeline.setFollowUp, async ({ caller, params, body }) => {
    await countChange(deps, caller.userId)
    return {
      data: await setFollowUp(database, { ...leadScopeOf(caller), ...params }, body.followUp),
    }
  })
}

function addEntryRoutes(deps: RouteDeps): void {
  const { addRoute, database } = deps

  addRoute(purchaseNotes.addPurchaseNote, async ({ caller, body }) => {
    await countChange(deps, caller.userId)
    return { data: await addNote(database, leadScopeOf(caller), body) }
  })

  addRoute(purchaseNotes.editPurchaseNote, async ({ caller, params, body }) => {
    await countChange(deps, caller.userId)
    return { data: await editNote(database, leadScopeOf(caller), { ...params, ...body }) }
  })

  addRoute(purchaseNotes.deletePurchaseNote, async ({ caller, params }) => {
    await countChange(deps, caller.userId)
    const ofAnyMember = caller.agentRole === 'owner'
    await deleteNote(database, leadScopeOf(caller), { ...params, ofAnyMember })
    return {}
  })

  addRoute(contactLog.recordContact, async ({ caller, body }) => {
    await countChange(deps, caller.userId)
    return { data: await recordContact(database, leadScopeOf(caller), body) }
  })

  addRoute(contactLog.setContactOutcome, async ({ caller, params, body }) => {
    await countChange(deps, caller.userId)
    return { data: await setContactOutcome(database, leadScopeOf(caller), { ...params, ...body }) }
  })
}

function addSettingRoutes(deps: RouteDeps): void {
  const { addRoute, database } = deps

  addRoute(pipeline.getPipelineSettings, async ({ caller }) => ({
    data: await readReminderSettings(database, caller.agencyId),
  }))

  addRoute(pipeline.setPipelineSettings, async ({ caller, body }) => {
    await countChange(deps, caller.userId)
    return { data: await changeReminderSettings(database, caller.agencyId, body.mailReminders) }
  })

  addRoute(messageTemplates.listMessageTemplates, async ({ caller }) => ({
    data: await listTemplates(database, caller.agencyId),
  }))

  addRoute(messageTemplates.setMessageTemplate, async ({ caller, params, body }) => {
    await countChange(deps, caller.userId)
    return { data: await setTemplate(database, caller.agencyId, params.channel, body.template) }
  })
}
