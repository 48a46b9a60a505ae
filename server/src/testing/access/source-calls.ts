import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { factoryPassword } from '../factories.ts'
import { makeSource } from '../make-source.ts'
import type { AccessCalls } from './access-calls.ts'

const idOf = async (db: Kysely<Schema>, kind: 'api' | 'google-ads' = 'api') => ({
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
  },
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
  },
}
