import { randomInt } from 'node:crypto'
import type { SourceKind } from '@raahi/contract/source-labels'
import type { Kysely } from 'kysely'
import { metaSandboxKeys } from '../../config/meta.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { factoryPassword } from '../factories.ts'
import { googleForm, intakeForm, makeKey, makeSource } from '../make-source.ts'
import type { AccessCalls } from './access-calls.ts'

const idOf = async (db: Kysely<Schema>, kind: SourceKind = 'api') => ({
  params: { id: (await makeSource(db, { kind })).id },
})

/** The calls about sources. */
export const sourceCalls: AccessCalls = {
  statuses: {
    //                 an. gar exp ref end sus age oth adm
    listSources: '     401 401 401 401 401 401 403 403 200',
    getSource: '       401 401 401 401 401 401 403 403 200',
    createSource: '    401 401 401 401 401 401 403 403 201',
    updateSource: '    401 401 401 401 401 401 403 403 200',
    renewSourceSecret: '401 401 401 401 401 401 403 403 200',
    setSourceCost: '   401 401 401 401 401 401 403 403 200',
    createSourceKey: ' 401 401 401 401 401 401 403 403 201',
    createKey: '       401 401 401 401 401 401 201 201 403',
    listKeys: '        401 401 401 401 401 401 200 200 200',
    revokeKey: '       401 401 401 401 401 401 200 404 404',
    receiveLead: '     401 401 401 401 401 401 401 401 401',
    receiveLeads: '    401 401 401 401 401 401 401 401 401',
    receiveGoogleLead: '200 200 200 200 200 200 200 200 200',
    verifyMetaWebhook: '200 200 200 200 200 200 200 200 200',
    listUnassignedMetaLeads: '401 401 401 401 401 401 403 403 200',
    fetchMetaLeadsAgain: '401 401 401 401 401 401 403 403 200',
    sendMetaTestLead: '401 401 401 401 401 401 403 403 200',
  },
  notFound: { revokeKey: 'KEY_NOT_FOUND' },
  requests: {
    listSources: async () => ({}),
    getSource: ({ db }) => idOf(db),
    createSource: async () => ({
      body: { name: 'Partner', kind: 'google-ads', password: factoryPassword },
    }),
    updateSource: async ({ db }) => ({ ...(await idOf(db)), body: { state: 'paused' } }),
    renewSourceSecret: async ({ db }) => ({
      ...(await idOf(db, 'google-ads')),
      body: { password: factoryPassword },
    }),
    setSourceCost: async ({ db }) => ({
      ...(await idOf(db)),
      body: { day: '2026-11-01', amount: 500 },
    }),
    createSourceKey: async ({ db }) => ({
      ...(await idOf(db)),
      body: { name: 'Server', password: factoryPassword },
    }),
    createKey: async () => ({
      body: { name: 'Sheet', scopes: ['purchases:read'], password: factoryPassword },
    }),
    listKeys: async () => ({}),
    revokeKey: async ({ db }, { id: userId }) => ({
      params: { id: (await makeKey(db, { user_id: userId })).id },
    }),
    receiveLead: async () => ({ body: intakeForm() }),
    receiveGoogleLead: async ({ db }) => {
      const { id: sourceId, secret } = await makeSource(db, { kind: 'google-ads' })
      return { params: { sourceId }, body: googleForm(secret) }
    },
    verifyMetaWebhook: async () => ({
      query: {
        'hub.mode': 'subscribe',
        'hub.verify_token': metaSandboxKeys.verifyToken,
        'hub.challenge': '1',
      },
    }),
    listUnassignedMetaLeads: async () => ({}),
    fetchMetaLeadsAgain: ({ db }) => idOf(db, 'meta-ads'),
    sendMetaTestLead: async ({ db }) => {
      const meta_page_id = String(randomInt(1e9, 1e10))
      return { params: { id: (await makeSource(db, { kind: 'meta-ads', meta_page_id })).id } }
    },
    receiveLeads: async () => ({ body: { leads: [intakeForm()] } }),
  },
}
