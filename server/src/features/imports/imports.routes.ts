import * as imports from '@raahi/contract/imports'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { inListSlot, readList } from '../../platform/database/read-list.ts'
import { sendTable } from '../../platform/export/send-table.ts'
import { type RouteDeps, responseSent } from '../../platform/http/route.ts'
import { validationFailure } from '../../platform/http/validation.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { checkImport } from './check-import.ts'
import { listImports, readImport } from './read-imports.ts'
import { exportRefusedRows } from './refused-rows.ts'
import { handleImports, startImport } from './run-import.ts'
import { undoImport } from './undo-import.ts'
import { uploadImport } from './upload-import.ts'

export function addImportRoutes(deps: RouteDeps & { jobs: JobQueue }): void {
  const { addRoute, database } = deps
  handleImports(deps)

  addRoute(imports.uploadImport, async (call) => {
    if (!call.file) throw validationFailure({ file: 'Choose a file.' })
    return { data: await uploadImport(database, actorOf(call), { file: call.file, ...call.body }) }
  })

  addRoute(imports.checkImport, async (call) => ({
    data: await inListSlot(database, call, () =>
      checkImport(database, actorOf(call), call.params.id, call.body),
    ),
  }))

  addRoute(imports.runImport, async (call) => {
    await startImport(deps, actorOf(call), call.params.id)
    return {}
  })

  addRoute(imports.getImport, async ({ params }) => ({
    data: await readImport(database, params.id),
  }))

  addRoute(imports.listImports, async (call) => ({
    data: await readList(database, call, (from) => listImports(from, call.query)),
  }))

  addRoute(imports.downloadRefusedRows, async (call) => {
    await inListSlot(database, call, async () =>
      sendTable(
        call.reply,
        { name: 'refused-rows' },
        await exportRefusedRows(database, call.params.id),
      ),
    )
    return responseSent
  })

  addRoute(imports.undoImport, async (call) => ({
    data: await undoImport(database, actorOf(call), call.params.id),
  }))
}
