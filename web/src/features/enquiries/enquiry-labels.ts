import type { Enquiry, EnquiryStatus, missingFields, RejectReason } from '@raahi/contract/enquiries'
import type { LeadType } from '@raahi/contract/leads'
import { countryOf } from '@raahi/contract/places'

export const enquiryStatusLabels: Record<EnquiryStatus, string> = {
  new: 'New',
  converted: 'Converted',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

/** The state of an enquiry, or of the lead that it may repeat. */
export function duplicateStatusLabel({
  status,
}: Pick<NonNullable<Enquiry['duplicateOf']>, 'status'>): string {
  if (status === 'buy') return 'For sale'
  return status === 'sold' ? 'Sold' : enquiryStatusLabels[status]
}

export const rejectReasonLabels: Record<RejectReason, string> = {
  spam: 'Spam',
  duplicate: 'Duplicate',
  other: 'Other reason',
}

export const suspicionText =
  'A hidden field of the form was filled in, or five others came from the same phone or email within a day. Most of these enquiries are spam, some are not. No mail has been sent for them.'

const fieldNames: Record<(typeof missingFields)[number], string> = {
  email: 'email',
  city: 'city',
  destination: 'destination',
  travelDate: 'travel date',
  members: 'number of travellers',
  leadType: 'within India or abroad',
}

/** The fields that the traveller left empty: 'email, city'; '' if none is missing. */
export function missingText({ quality }: Pick<Enquiry, 'quality'>): string {
  return quality.missing.map((field) => fieldNames[field]).join(', ')
}

/** One hint on whether an enquiry is worth a call. */
export interface QualityHint {
  good: boolean
  text: string
  /** Set for a hint on the phone or the email. */
  isContact?: true
}

/** Hints on missing fields, and on whether phone and email look real. */
export function qualityHints({ quality }: Pick<Enquiry, 'quality'>): QualityHint[] {
  const { complete, plausiblePhone, plausibleEmail } = quality
  return [
    { good: complete, text: complete ? 'Complete' : `Missing: ${missingText({ quality })}` },
    {
      good: plausiblePhone,
      text: plausiblePhone ? 'Phone looks real' : 'Phone looks fake',
      isContact: true,
    },
    ...(plausibleEmail === null
      ? []
      : [
          {
            good: plausibleEmail,
            text: plausibleEmail ? 'Email domain looks real' : 'Email domain looks wrong',
            isContact: true as const,
          },
        ]),
  ]
}

/** Explains to an admin that the lead type is a proposal, or that it must be chosen. */
export function leadTypeHint(
  enquiry: Pick<Enquiry, 'leadType' | 'destination'>,
  values: { leadType: LeadType | ''; destination: string },
): string | undefined {
  if (enquiry.leadType !== null) return undefined
  if (values.leadType === '') return 'The traveller did not say. Please choose.'
  const isProposal =
    values.destination === enquiry.destination && values.leadType === countryOf(enquiry.destination)
  return isProposal
    ? 'Proposed from the destination. The traveller did not say.'
    : 'The traveller did not say.'
}
