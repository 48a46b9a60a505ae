import * as personalData from '@raahi/contract/personal-data'
import type { Config } from '../../config/index.ts'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { inListSlot } from '../../platform/database/read-list.ts'
import { type RouteDeps, responseSent } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { handleErasures } from './analyze-erasures.ts'
import { erasePersonalData } from './erase-personal-data.ts'
import { exportPersonalData } from './export-personal-data.ts'
import { findPersonalData } from './find-personal-data.ts'

export function addPersonalDataRoutes({
  addRoute,
  database,
  jobs,
  queueMail,
  config,
}: RouteDeps & { config: Config; jobs: JobQueue; queueMail: QueueMail }): void {
  handleErasures(jobs, database)

  addRoute(personalData.findPersonalData, async (call) => ({
    data: {
      records: await inListSlot(database, call, () =>
        findPersonalData(database, actorOf(call), call.body),
      ),
    },
  }))

  addRoute(personalData.exportPersonalData, async (call) => {
    const file = await inListSlot(database, call, () =>
      exportPersonalData(database, actorOf(call), call.body),
    )
    call.reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="personal-data.json"')
      .header('cache-control', 'no-store')
      .send(`${JSON.stringify(file, null, 2)}\n`)
    return responseSent
  })

  addRoute(personalData.erasePersonalData, async (call) => ({
    data: await erasePersonalData(
      { database, jobs, queueMail, publicUrl: config.publicUrl },
      actorOf(call),
      call.body,
    ),
  }))
}
