import * as enquiries from '@raahi/contract/enquiries'
import { isIndianMobile } from '@raahi/contract/field-checks'
import { findRecords as findRecordsCall } from '@raahi/contract/record-search'
import { mayOneOf } from '@raahi/contract/staff-rights'
import type { Config } from '../../config/index.ts'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { readList } from '../../platform/database/read-list.ts'
import { limitByAddress } from '../../platform/http/rate-limit.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { convertEnquiry, rejectEnquiry } from './decide-enquiry.ts'
import { findRecords } from './find-records.ts'
import { countWaiting, findLeadOrigin, findLeadOrigins, listEnquiries } from './list-enquiries.ts'
import { type CreateEmbedded, createEnquiry } from './public/create-enquiry.ts'
import { enquiriesPerAddress } from './public/enquiry-limits.ts'
import { putOnSale } from './put-on-sale.ts'

export function addEnquiryRoutes(
  deps: RouteDeps & {
    config: Config
    queueMail: QueueMail
    jobs: JobQueue
    createEmbedded: CreateEmbedded
  },
): void {
  const { addRoute, database, queueMail, config, jobs } = deps
  const { publicUrl, contactEmail } = config
  const useCase = { database, queueMail, publicUrl, contactEmail }
  const sendsCodes = config.sms.mode !== 'off'

  addRoute(
    enquiries.createEnquiry,
    { beforeBody: limitByAddress(deps, 'createEnquiry', enquiriesPerAddress) },
    async ({ body }) => {
      const { sourceId } = body
      const created = sourceId
        ? await deps.createEmbedded(sourceId, body)
        : await createEnquiry(useCase, body)
      return { data: { ...created, canVerifyPhone: sendsCodes && isIndianMobile(body.phone) } }
    },
  )

  addRoute(enquiries.listEnquiries, async (call) => ({
    data: await readList(database, call, (from) => listEnquiries(from, call.query)),
  }))

  addRoute(findRecordsCall, async (call) => ({
    data: await readList(database, call, (from) =>
      findRecords(from, { search: call.query.search, today: call.caller.today }),
    ),
  }))

  addRoute(enquiries.countWaiting, async ({ caller }) => {
    const { messages, suspectedMessages, ...ofEnquiries } = await countWaiting(database)
    const ofMessages = mayOneOf(caller, 'support') && { messages, suspectedMessages }
    return { data: { ...ofEnquiries, ...ofMessages } }
  })

  addRoute(enquiries.convertEnquiry, async (call) => ({
    data: await convertEnquiry({ database, jobs }, actorOf(call), {
      enquiryId: call.params.id,
      fields: call.body,
      correctedAt: call.query.correctedAt,
    }),
  }))

  addRoute(enquiries.rejectEnquiry, async (call) => ({
    data: await rejectEnquiry(database, actorOf(call), call.params.id, call.body.reason),
  }))

  addRoute(enquiries.putOnSale, async (call) => ({
    data: await putOnSale(
      { database, jobs },
      actorOf(call),
      call.params.id,
      call.query.correctedAt,
    ),
  }))

  addRoute(enquiries.getLeadOrigin, async ({ params }) => ({
    data: await findLeadOrigin(database, params.id),
  }))

  addRoute(enquiries.listLeadOrigins, async ({ query }) => ({
    data: await findLeadOrigins(database, query.ids),
  }))
}
