import { v7 as uuidv7 } from 'uuid'
import { moveCard } from '../../features/pipeline/public/move-card.ts'
import { recordContact } from '../../features/pipeline/record-contact.ts'
import { addNote } from '../../features/pipeline/write-notes.ts'
import { type MadeUser, makeLead, makePurchase, makeRequest } from '../factories.ts'
import { onePixel } from '../pictures.ts'
import { storeRequestPicture } from '../store-request-picture.ts'
import { formOf, type TestApp } from '../test-app.ts'
import type { AccessCalls } from './access-calls.ts'

/** The calls about purchases, the pipeline and replacements. */
export const purchaseCalls: AccessCalls = {
  statuses: {
    //                                an. gar exp ref end sus age oth adm
    buyLead: '                        401 401 401 401 401 401 200 200 403',
    getUserLead: '                    401 401 401 401 401 401 200 404 200',
    listPurchases: '                  401 401 401 401 401 401 200 404 200',
    getPurchaseFigures: '             401 401 401 401 401 401 200 200 403',
    exportPurchases: '                401 401 401 401 401 401 200 200 403',
    readPurchaseFeed: '               401 401 401 401 401 401 401 401 401',
    getPipeline: '                    401 401 401 401 401 401 200 200 403',
    getPipelineColumn: '              401 401 401 401 401 401 200 200 403',
    listPipelineCards: '              401 401 401 401 401 401 200 200 403',
    getPipelineCard: '                401 401 401 401 401 401 200 404 403',
    movePipelineCard: '               401 401 401 401 401 401 200 404 403',
    undoPipelineMove: '               401 401 401 401 401 401 200 404 403',
    setFollowUp: '                    401 401 401 401 401 401 200 404 403',
    getFollowUps: '                   401 401 401 401 401 401 200 200 403',
    getPipelineSettings: '            401 401 401 401 401 401 200 200 403',
    setPipelineSettings: '            401 401 401 401 401 401 200 200 403',
    exportPipeline: '                 401 401 401 401 401 401 200 200 403',
    getPipelineWorth: '               401 401 401 401 401 401 200 200 403',
    addPurchaseNote: '                401 401 401 401 401 401 201 404 403',
    editPurchaseNote: '               401 401 401 401 401 401 200 404 403',
    deletePurchaseNote: '             401 401 401 401 401 401 200 404 403',
    recordContact: '                  401 401 401 401 401 401 201 404 403',
    setContactOutcome: '              401 401 401 401 401 401 200 404 403',
    listMessageTemplates: '           401 401 401 401 401 401 200 200 403',
    setMessageTemplate: '             401 401 401 401 401 401 200 200 403',
    requestLeadReplacement: '         401 401 401 401 401 401 201 404 403',
    getReturnRate: '                  401 401 401 401 401 401 200 404 403',
    getReplacementRequestOfUserById: '401 401 401 401 401 401 200 404 200',
    getAllLeadReplacementRequests: '  401 401 401 401 401 401 403 403 200',
    approveLeadReplacement: '         401 401 401 401 401 401 403 403 200',
    addRequestPicture: '              401 401 401 401 401 401 201 404 403',
    removeRequestPicture: '           401 401 401 401 401 401 200 404 403',
    getRequestPicture: '              401 401 401 401 401 401 200 404 200',
  },
  notFound: {
    getUserLead: 'USER_NOT_FOUND',
    listPurchases: 'USER_NOT_FOUND',
    requestLeadReplacement: 'LEAD_NOT_FOUND',
    getReturnRate: 'LEAD_NOT_FOUND',
    getPipelineCard: 'LEAD_NOT_FOUND',
    movePipelineCard: 'LEAD_NOT_FOUND',
    undoPipelineMove: 'LEAD_NOT_FOUND',
    setFollowUp: 'LEAD_NOT_FOUND',
    addPurchaseNote: 'LEAD_NOT_FOUND',
    recordContact: 'LEAD_NOT_FOUND',
    editPurchaseNote: 'PIPELINE_ENTRY_NOT_FOUND',
    deletePurchaseNote: 'PIPELINE_ENTRY_NOT_FOUND',
    setContactOutcome: 'PIPELINE_ENTRY_NOT_FOUND',
    getReplacementRequestOfUserById: 'USER_NOT_FOUND',
    addRequestPicture: 'REPLACEMENT_NOT_FOUND',
    removeRequestPicture: 'FILE_NOT_FOUND',
    getRequestPicture: 'FILE_NOT_FOUND',
  },
  requests: {
    buyLead: async (app) => ({ body: { leadId: await makeLead(app.db) } }),
    getUserLead: async (_, agent) => ({ params: { userId: agent.id } }),
    listPurchases: async (_, agent) => ({ query: { userId: agent.id } }),
    getPurchaseFigures: async () => ({}),
    exportPurchases: async () => ({}),
    readPurchaseFeed: async () => ({}),
    getPipeline: async () => ({}),
    getPipelineColumn: async () => ({ params: { column: 'new' } }),
    listPipelineCards: async () => ({}),
    getPipelineCard: async (app, agent) => ({
      params: { leadId: await makePurchase(app.database, agent.id) },
    }),
    movePipelineCard: async (app, agent) => ({
      params: { leadId: await makePurchase(app.database, agent.id) },
      body: { to: 'contacted', version: 0 },
    }),
    undoPipelineMove: async (app, agent) => {
      const leadId = await makePurchase(app.database, agent.id)
      const of = { userId: agent.id, leadId }
      const { moveId } = await moveCard(app.database, of, { to: 'contacted', version: 0 })
      return { params: { leadId }, body: { moveId } }
    },
    setFollowUp: async (app, agent) => ({
      params: { leadId: await makePurchase(app.database, agent.id) },
      body: { followUp: null },
    }),
    getFollowUps: async () => ({}),
    getPipelineSettings: async () => ({}),
    setPipelineSettings: async () => ({ body: { mailReminders: true } }),
    exportPipeline: async () => ({}),
    getPipelineWorth: async () => ({}),
    addPurchaseNote: async (app, agent) => ({
      body: {
        id: uuidv7(),
        leadId: await makePurchase(app.database, agent.id),
        text: 'Wants a pool',
      },
    }),
    editPurchaseNote: async (app, agent) => ({
      params: { id: await makeNote(app, agent) },
      body: { text: 'Wants two pools', version: 1 },
    }),
    deletePurchaseNote: async (app, agent) => ({ params: { id: await makeNote(app, agent) } }),
    recordContact: async (app, agent) => ({
      body: {
        id: uuidv7(),
        leadId: await makePurchase(app.database, agent.id),
        channel: 'call',
      },
    }),
    setContactOutcome: async (app, agent) => {
      const id = uuidv7()
      const leadId = await makePurchase(app.database, agent.id)
      await recordContact(app.database, { userId: agent.id }, { id, leadId, channel: 'call' })
      return { params: { id }, body: { outcome: 'talked' } }
    },
    listMessageTemplates: async () => ({}),
    setMessageTemplate: async () => ({
      params: { channel: 'whatsapp' },
      body: { template: { text: 'Hello {name}' } },
    }),
    requestLeadReplacement: async (app, agent) => ({
      body: { leadId: await makePurchase(app.database, agent.id), reason: 'Wrong number' },
    }),
    getReturnRate: async (app, agent) => ({
      params: { leadId: await makePurchase(app.database, agent.id) },
    }),
    getReplacementRequestOfUserById: async (_, agent) => ({ params: { userId: agent.id } }),
    getAllLeadReplacementRequests: async () => ({}),
    approveLeadReplacement: async (app, agent) => {
      const leadId = await makePurchase(app.database, agent.id)
      const requestId = await makeRequest(app.database, agent.id, leadId)
      return { body: { requestId, action: 'rejected' } }
    },
    addRequestPicture: async (app, agent) => {
      const leadId = await makePurchase(app.database, agent.id)
      const requestId = await makeRequest(app.database, agent.id, leadId)
      const picture = { field: 'picture', name: 'chat.png', bytes: await onePixel }
      return { params: { requestId }, body: formOf({}, picture) }
    },
    removeRequestPicture: (app, agent) => ownPicture(app, agent),
    getRequestPicture: (app, agent) => ownPicture(app, agent),
  },
}

async function makeNote({ database }: TestApp, agent: MadeUser): Promise<string> {
  const id = uuidv7()
  const leadId = await makePurchase(database, agent.id)
  await addNote(database, { userId: agent.id }, { id, leadId, text: 'Wants a pool' })
  return id
}

/** A picture of a pending request. */
async function ownPicture(app: TestApp, agent: MadeUser) {
  const leadId = await makePurchase(app.database, agent.id)
  const requestId = await makeRequest(app.database, agent.id, leadId)
  return { params: { pictureId: await storeRequestPicture(app, requestId, await onePixel) } }
}
