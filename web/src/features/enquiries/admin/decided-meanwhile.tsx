import { formatDateTime } from '../../../lib/dates.ts'
import { rejectReasonLabels } from '../enquiry-labels.ts'
import { useEnquiryNow } from './admin-enquiries.api.ts'

/** Shown if another admin decided first: the current state of the enquiry, once it is loaded. */
export function DecidedMeanwhile({ reference }: { reference: string }) {
  const { data: enquiry } = useEnquiryNow(reference)
  const by = enquiry?.decidedBy ? (
    <>
      {' '}
      by <bdi>{enquiry.decidedBy.name}</bdi>
    </>
  ) : null
  return (
    <>
      This enquiry has already been converted, rejected or withdrawn. Nothing was changed.{' '}
      {enquiry?.status === 'converted' && (
        <>
          It was converted into {enquiry.lead?.leadId ?? 'a lead'}
          {by} on {formatDateTime(enquiry.decidedAt)}.
        </>
      )}
      {enquiry?.status === 'rejected' && enquiry.rejectReason && (
        <>
          It was rejected{by} ({rejectReasonLabels[enquiry.rejectReason].toLowerCase()}) on{' '}
          {formatDateTime(enquiry.decidedAt)}.
        </>
      )}
      {enquiry?.status === 'withdrawn' && (
        <>Its traveller withdrew it on {formatDateTime(enquiry.withdrawnAt)}.</>
      )}
    </>
  )
}
