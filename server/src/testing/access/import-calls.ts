import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { makeImport } from '../make-import.ts'
import { makeSource } from '../make-source.ts'
import { formOf } from '../test-app.ts'
import type { AccessCalls } from './access-calls.ts'

const idOf = async (db: Kysely<Schema>) => ({ params: { id: await makeImport(db) } })

/** The calls about imports. */
export const importCalls: AccessCalls = {
  statuses: {
    //                    an. gar exp ref end sus age oth adm
    uploadImport: '       401 401 401 401 401 401 403 403 201',
    listImports: '        401 401 401 401 401 401 403 403 200',
    getImport: '          401 401 401 401 401 401 403 403 200',
    checkImport: '        401 401 401 401 401 401 403 403 200',
    runImport: '          401 401 401 401 401 401 403 403 202',
    downloadRefusedRows: '401 401 401 401 401 401 403 403 200',
    undoImport: '         401 401 401 401 401 401 403 403 200',
  },
  requests: {
    uploadImport: async ({ db }) => ({
      body: formOf(
        { sourceId: (await makeSource(db, { kind: 'import' })).id, consentText: 'Agreed.' },
        { field: 'file', name: 'fair.csv', bytes: 'Name,Phone\nAsha,98450 00001\n' },
      ),
    }),
    listImports: async () => ({}),
    getImport: ({ db }) => idOf(db),
    checkImport: async ({ db }) => ({ ...(await idOf(db)), body: {} }),
    runImport: ({ db }) => idOf(db),
    downloadRefusedRows: ({ db }) => idOf(db),
    undoImport: ({ db }) => idOf(db),
  },
}
