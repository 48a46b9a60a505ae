import { makeRule } from '../automatic-buying.ts'
import { factoryPassword, makeLead, makeSavedSearch } from '../factories.ts'
import { setLeadPrice } from '../insert-records.ts'
import { addBrowser, makeSubscription } from '../push-service.ts'
import type { TestApp } from '../test-app.ts'
import { type AccessCalls, leadForm } from './access-calls.ts'

const automaticLimits = { dailyAmount: 500, dailyLeads: 5, maxPrice: 60, walletFloor: 100 }

/** The calls about leads, searches and alerts. */
export const leadCalls: AccessCalls = {
  statuses: {
    //                       an. gar exp ref end sus age oth adm
    listLeads: '             401 401 401 401 401 401 200 200 200',
    followLeadEvents: '      401 401 401 401 401 401 200 200 403',
    listLeadSuggestions: '   401 401 401 401 401 401 200 200 403',
    getLeadPreferences: '    401 401 401 401 401 401 200 200 403',
    getLeadOdds: '           401 401 401 401 401 401 200 200 403',
    setLeadPreferences: '    401 401 401 401 401 401 200 200 403',
    listSavedSearches: '     401 401 401 401 401 401 200 200 403',
    createSavedSearch: '     401 401 401 401 401 401 201 201 403',
    updateSavedSearch: '     401 401 401 401 401 401 200 404 403',
    deleteSavedSearch: '     401 401 401 401 401 401 200 404 403',
    markSavedSearchSeen: '   401 401 401 401 401 401 200 404 403',
    getPushAlerts: '         401 401 401 401 401 401 200 200 403',
    addPushDevice: '         401 401 401 401 401 401 201 201 403',
    removePushDevice: '      401 401 401 401 401 401 200 404 403',
    sendTestAlert: '         401 401 401 401 401 401 200 404 403',
    listAutomaticBuying: '   401 401 401 401 401 401 200 200 403',
    listSkippedLeads: '      401 401 401 401 401 401 200 404 403',
    previewAutomaticBuying: '401 401 401 401 401 401 200 404 403',
    setAutomaticBuying: '    401 401 401 401 401 401 200 404 403',
    pauseAutomaticBuying: '  401 401 401 401 401 401 200 404 403',
    getAlertSettings: '      401 401 401 401 401 401 200 200 403',
    setAlertSettings: '      401 401 401 401 401 401 200 200 403',
    getLead: '               401 401 401 401 401 401 200 200 403',
    findKnownLeads: '        401 401 401 401 401 401 403 403 200',
    createLead: '            401 401 401 401 401 401 403 403 201',
    updateLead: '            401 401 401 401 401 401 403 403 200',
    deleteLead: '            401 401 401 401 401 401 403 403 200',
    changeLeads: '401 401 401 401 401 401 403 403 200',
    listLeadCosts: '         401 401 401 401 401 401 200 200 200',
    setLeadCost: '           401 401 401 401 401 401 403 403 200',
    updateLeadCost: '        401 401 401 401 401 401 403 403 200',
    previewLeadCost: '       401 401 401 401 401 401 403 403 200',
    deleteLeadCost: '        401 401 401 401 401 401 403 403 200',
  },
  notFound: {
    updateSavedSearch: 'SAVED_SEARCH_NOT_FOUND',
    deleteSavedSearch: 'SAVED_SEARCH_NOT_FOUND',
    markSavedSearchSeen: 'SAVED_SEARCH_NOT_FOUND',
    removePushDevice: 'PUSH_DEVICE_NOT_FOUND',
    sendTestAlert: 'PUSH_DEVICE_NOT_FOUND',
    listSkippedLeads: 'SAVED_SEARCH_NOT_FOUND',
    previewAutomaticBuying: 'SAVED_SEARCH_NOT_FOUND',
    setAutomaticBuying: 'SAVED_SEARCH_NOT_FOUND',
    pauseAutomaticBuying: 'SAVED_SEARCH_NOT_FOUND',
  },
  requests: {
    listLeads: async () => ({ query: { limit: 4 } }),
    followLeadEvents: async () => ({ query: { once: 'true' } }),
    listLeadSuggestions: async () => ({ query: { field: 'city', text: 'pu' } }),
    getLeadPreferences: async () => ({}),
    getLeadOdds: async (app) => ({ params: { id: await makeLead(app.db) } }),
    setLeadPreferences: async () => ({ body: { quickFilters: ['available'] } }),
    listSavedSearches: async () => ({}),
    createSavedSearch: async () => ({ body: { name: 'Goa', destination: 'Goa' } }),
    updateSavedSearch: async (app, agent) => ({
      params: { id: await makeSavedSearch(app.db, agent.id) },
      body: { name: 'Kerala', destination: 'Kerala' },
    }),
    deleteSavedSearch: async (app, agent) => ({
      params: { id: await makeSavedSearch(app.db, agent.id) },
    }),
    markSavedSearchSeen: async (app, agent) => ({
      params: { id: await makeSavedSearch(app.db, agent.id) },
    }),
    getPushAlerts: async () => ({}),
    addPushDevice: async () => ({ body: makeSubscription() }),
    removePushDevice: async (app, agent) => ({ params: { id: await addBrowser(app, agent) } }),
    sendTestAlert: async (app, agent) => ({ params: { id: await addBrowser(app, agent) } }),
    listAutomaticBuying: async () => ({}),
    listSkippedLeads: async (app, agent) => ({
      params: { id: await makeSavedSearch(app.db, agent.id) },
    }),
    previewAutomaticBuying: async (app, agent) => ({
      params: { id: await makeSavedSearch(app.db, agent.id) },
      body: automaticLimits,
    }),
    setAutomaticBuying: async (app, agent) => {
      await app.db
        .updateTable('users')
        .set({ email_confirmed_at: new Date() })
        .where('id', '=', agent.id)
        .execute()
      return {
        params: { id: await makeSavedSearch(app.db, agent.id) },
        body: {
          ...automaticLimits,
          endsOn: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
          currentPassword: factoryPassword,
        },
      }
    },
    pauseAutomaticBuying: async (app, agent) => {
      const search = await makeSavedSearch(app.db, agent.id)
      await makeRule(app.db, agent.id, {}, search)
      return { params: { id: search } }
    },
    getAlertSettings: async () => ({}),
    setAlertSettings: async () => ({ body: { quietHours: { from: '22:00', to: '07:00' } } }),
    getLead: async (app) => ({ params: { id: await makeLead(app.db) } }),
    findKnownLeads: async () => ({ query: { phone: leadForm.phone } }),
    createLead: async () => ({ body: leadForm }),
    updateLead: async (app) => ({ params: { id: await makeLead(app.db) }, body: leadForm }),
    deleteLead: async (app) => ({ params: { id: await makeLead(app.db) } }),
    changeLeads: async (app) => ({ body: { ids: [await makeLead(app.db)], action: 'delete' } }),
    listLeadCosts: async () => ({}),
    setLeadCost: async () => ({ body: { type: 'both', price: 50 } }),
    previewLeadCost: async () => ({ query: { type: 'both', price: '60' } }),
    updateLeadCost: async (app) => ({
      params: { id: await anyLeadCost(app) },
      body: { price: 50 },
    }),
    deleteLeadCost: async (app) => ({ params: { id: await anyLeadCost(app) } }),
  },
}

async function anyLeadCost({ db }: TestApp): Promise<string> {
  await setLeadPrice(db, 'domestic', 5000)
  const { id } = await db.selectFrom('lead_costs').select('id').executeTakeFirstOrThrow()
  return id
}
