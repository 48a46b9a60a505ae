import * as ownEnquiry from '@raahi/contract/own-enquiry'
import type { Config } from '../../config/index.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { limitByAddress } from '../../platform/http/rate-limit.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { correctOwnEnquiry } from './correct-own-enquiry.ts'
import { offerOwnAgain } from './offer-own-again.ts'
import { readOwnEnquiry, reportOwnNoCall, withdrawOwnEnquiry } from './own-enquiry.ts'
import { enquiriesPerAddress } from './public/enquiry-limits.ts'
import { requestPhoneCode } from './request-phone-code.ts'
import { handleLinkRequests, requestOwnLink } from './send-own-link.ts'
import { tellOwnSource } from './tell-own-source.ts'
import { verifyOwnEmail } from './verify-email.ts'
import { verifyOwnPhone } from './verify-phone.ts'

/** A secret of 256 bits cannot be guessed; this limits the load. */
const ownPerAddress = { max: 120, windowSeconds: 600 }

/** Each SMS costs money. Many travellers share one address in Indian mobile networks. */
const phoneCodesPerAddress = { max: 10, windowSeconds: 3600 }

/** The routes of the traveller's page. The secret in its link replaces a login. */
export function addOwnEnquiryRoutes(
  deps: RouteDeps & { config: Config; queueMail: QueueMail; jobs: JobQueue },
): void {
  const { addRoute, database, queueMail, config, jobs } = deps
  const { publicUrl, contactEmail } = config
  const useCase = { database, queueMail, publicUrl, contactEmail }
  handleLinkRequests({ ...useCase, jobs })
  const sendsCodes = config.sms.mode !== 'off'
  /** The phone step is offered only if SMS are sent. */
  const withPhoneStep = <Own extends ownEnquiry.OwnEnquiry>(own: Own): Own => ({
    ...own,
    canVerifyPhone: sendsCodes && own.canVerifyPhone,
  })
  const beforeBody = limitByAddress(deps, 'ownEnquiry', ownPerAddress)

  addRoute(ownEnquiry.getOwnEnquiry, { beforeBody }, async ({ params }) => ({
    data: withPhoneStep(await readOwnEnquiry(database, params.token)),
  }))

  addRoute(ownEnquiry.correctOwnEnquiry, { beforeBody }, async ({ params, body }) => ({
    data: withPhoneStep(await correctOwnEnquiry(useCase, params.token, body)),
  }))

  addRoute(ownEnquiry.verifyOwnEmail, { beforeBody }, async ({ params, body }) => ({
    data: withPhoneStep(await verifyOwnEmail(database, params.token, body.key)),
  }))

  addRoute(
    ownEnquiry.requestPhoneCode,
    { beforeBody: limitByAddress(deps, 'phoneCode', phoneCodesPerAddress) },
    async ({ params }) => {
      if (!sendsCodes) throw new ApiFailure('PHONE_CODES_OFF')
      const maxPerHour = config.smsPerHour
      return { data: await requestPhoneCode({ database, jobs, maxPerHour }, params.token) }
    },
  )

  addRoute(ownEnquiry.verifyOwnPhone, { beforeBody }, async ({ params, body }) => ({
    data: withPhoneStep(await verifyOwnPhone(database, params.token, body.code)),
  }))

  addRoute(ownEnquiry.withdrawOwnEnquiry, { beforeBody }, async ({ params }) => {
    const data = withPhoneStep(await withdrawOwnEnquiry(useCase, params.token))
    return { data, message: outcomes[data.situation] ?? 'Your enquiry is withdrawn.' }
  })

  addRoute(ownEnquiry.reportNoCall, { beforeBody }, async ({ params }) => ({
    data: withPhoneStep(await reportOwnNoCall(useCase, params.token)),
  }))

  addRoute(ownEnquiry.offerOwnAgain, { beforeBody }, async ({ params }) => ({
    data: await offerOwnAgain(useCase, params.token),
  }))

  addRoute(ownEnquiry.tellOwnSource, { beforeBody }, async ({ params, body }) => {
    await tellOwnSource(database, params.token, body.source)
    return {}
  })

  addRoute(
    ownEnquiry.sendOwnLink,
    { beforeBody: limitByAddress(deps, 'sendOwnLink', enquiriesPerAddress) },
    async ({ body }) => {
      await requestOwnLink(jobs, database.kysely, body.contact)
      return {}
    },
  )
}

/** The message of each result of a withdrawal. */
const outcomes: Partial<Record<ownEnquiry.OwnSituation, string>> = {
  withdrawn: 'Your enquiry is withdrawn. No travel agent has received it, and none will.',
  'withdrawn-with-agent':
    'Your enquiry is withdrawn. A travel agent had received it before; we have asked them not to contact you any more.',
}
