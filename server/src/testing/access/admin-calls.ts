import { previewQuery } from '@raahi/contract/return-policy'
import { factoryPassword, firstTerms, makeAdmin, makeContactMessage } from '../factories.ts'
import { makeFailedJob } from '../make-failed-job.ts'
import { uniqueText } from '../test-app.ts'
import type { AccessCalls } from './access-calls.ts'

/** The calls about the screens of an admin. */
export const adminCalls: AccessCalls = {
  statuses: {
    //                     an. gar exp ref end sus age oth adm
    getDashboard: '        401 401 401 401 401 401 403 403 200',
    getOverview: '         401 401 401 401 401 401 403 403 200',
    getRevenue: '          401 401 401 401 401 401 403 403 200',
    listFailedJobs: '      401 401 401 401 401 401 403 403 200',
    retryFailedJob: '      401 401 401 401 401 401 403 403 200',
    retryFailedJobs: '     401 401 401 401 401 401 403 403 200',
    listStaff: '           401 401 401 401 401 401 403 403 200',
    addStaff: '            401 401 401 401 401 401 403 403 201',
    changeStaffRights: '   401 401 401 401 401 401 403 403 200',
    getSettings: '         401 401 401 401 401 401 403 403 200',
    changeSettings: '      401 401 401 401 401 401 403 403 200',
    listPriceAgeing: '     401 401 401 401 401 401 403 403 200',
    previewPriceAgeing: '  401 401 401 401 401 401 403 403 200',
    changePriceAgeing: '   401 401 401 401 401 401 403 403 200',
    listReturnPolicies: '  401 401 401 401 401 401 403 403 200',
    previewReturnPolicy: ' 401 401 401 401 401 401 403 403 200',
    changeReturnPolicy: '  401 401 401 401 401 401 403 403 200',
    getReturnFigures: '    200 200 200 200 200 200 200 200 200',
    getSiteFigures: '      200 200 200 200 200 200 200 200 200',
    getReturnOdds: '       401 401 401 401 401 401 403 403 200',
    listAuditLog: '        401 401 401 401 401 401 403 403 200',
    listAuditActions: '    401 401 401 401 401 401 403 403 200',
    createContactMessage: '201 201 201 201 201 201 201 201 201',
    listContactMessages: ' 401 401 401 401 401 401 403 403 200',
    markContactMessage: '  401 401 401 401 401 401 403 403 200',
    answerContactMessage: '401 401 401 401 401 401 403 403 200',
    findPersonalData: '    401 401 401 401 401 401 403 403 200',
    exportPersonalData: '  401 401 401 401 401 401 403 403 200',
    erasePersonalData: '   401 401 401 401 401 401 403 403 200',
  },
  requests: {
    getDashboard: async () => ({}),
    getOverview: async () => ({}),
    getRevenue: async () => ({ query: { by: 'destination' } }),
    listFailedJobs: async () => ({}),
    retryFailedJob: async (app) => ({ params: { id: await makeFailedJob(app.db) } }),
    retryFailedJobs: async () => ({}),
    listStaff: async () => ({}),
    addStaff: async () => ({
      body: {
        name: 'New Admin',
        email: `${uniqueText()}@example.com`,
        rights: ['support'],
        currentPassword: factoryPassword,
      },
    }),
    changeStaffRights: async (app) => ({
      params: { id: (await makeAdmin(app.db, { status: 'suspended' })).id },
      body: { rights: ['support'], currentPassword: factoryPassword },
    }),
    getSettings: async () => ({}),
    changeSettings: async () => ({ body: { version: 0, buyingNeedsKyc: false } }),
    listPriceAgeing: async () => ({}),
    previewPriceAgeing: async () => ({ query: { domestic: '30:20', international: '' } }),
    // The present steps: a call changes nothing.
    changePriceAgeing: async () => ({ body: { version: 1, domestic: [], international: [] } }),
    listReturnPolicies: async () => ({}),
    previewReturnPolicy: async () => ({
      query: previewQuery(firstTerms),
    }),
    // The present terms: a call changes nothing, so that each actor may repeat it.
    changeReturnPolicy: async () => ({ body: { version: 1, ...firstTerms } }),
    getReturnFigures: async () => ({}),
    getSiteFigures: async () => ({}),
    getReturnOdds: async () => ({}),
    listAuditLog: async () => ({ query: { limit: 2 } }),
    listAuditActions: async () => ({}),
    createContactMessage: async () => ({
      body: {
        name: 'Asha Rao',
        email: `${uniqueText()}@example.com`,
        message: 'Do you do Ladakh?',
      },
    }),
    listContactMessages: async () => ({ query: { limit: 2 } }),
    markContactMessage: async (app) => ({
      params: { id: await makeContactMessage(app.db) },
      body: { answered: true },
    }),
    answerContactMessage: async (app) => ({
      params: { id: await makeContactMessage(app.db) },
      body: { answer: 'Yes, in May.' },
    }),
    findPersonalData: async () => ({ body: { phone: '9876500000' } }),
    exportPersonalData: async () => ({ body: { phone: '9876500000' } }),
    erasePersonalData: async () => ({ body: { phone: '9876500000' } }),
  },
}
