import { Button } from '@mantine/core'
import { type Enquiry, enquiryStates } from '@raahi/contract/enquiries'
import { stateAfter } from '@raahi/contract/states'
import {
  IconArrowBackUp,
  IconArrowRight,
  IconCopyCheck,
  IconRobot,
  IconX,
} from '@tabler/icons-react'
import { memo } from 'react'
import { useMay } from '../../../lib/session.ts'
import item from '../../../ui/queue-item.module.css'
import { QueueItemAge, QueueItemPart } from '../../../ui/queue-item.tsx'
import { SplitDetail } from '../../../ui/split-list.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { ContactLines } from '../../lead-facts/public/contact-lines.tsx'
import { duplicateStatusLabel, enquiryStatusLabels } from '../enquiry-labels.ts'
import { CorrectionPart } from './correction-part.tsx'
import { DuplicatePart } from './duplicate-part.tsx'
import { AnswersPart, EnquiryOutcome, OriginPart, QualityList, TripPart } from './enquiry-parts.tsx'

const statusTones = {
  new: 'warning',
  converted: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
} as const

interface EnquiryDetailProps {
  enquiry: Enquiry
  /** Whether it is beside the list, where it stays in view. */
  isBeside: boolean
  onConvert: (enquiry: Enquiry) => void
  onReject: (enquiry: Enquiry) => void
}

/** One enquiry with all that a decision needs: traveller, trip, quality, a possible duplicate, and the decision. */
export const EnquiryDetail = memo(function EnquiryDetail({
  enquiry,
  isBeside,
  onConvert,
  onReject,
}: EnquiryDetailProps) {
  const { status, reference, name } = enquiry
  const mayDecide = useMay('leads')
  return (
    <SplitDetail
      title={name}
      note={reference}
      isBeside={isBeside}
      badges={
        <>
          <DuplicateFlag enquiry={enquiry} />
          {enquiry.suspected && (
            <StatusBadge tone="notice" icon={IconRobot}>
              Suspected spam
            </StatusBadge>
          )}
          <StatusBadge
            tone={statusTones[status]}
            icon={status === 'withdrawn' ? IconArrowBackUp : undefined}
          >
            {enquiryStatusLabels[status]}
          </StatusBadge>
          <QueueItemAge since={enquiry.createdAt} waiting={status === 'new'} />
        </>
      }
      actions={
        mayDecide &&
        stateAfter(enquiryStates, status, 'convert') !== null && (
          <>
            <Button
              data-reject
              variant="default"
              leftSection={<IconX size={18} aria-hidden />}
              onClick={() => onReject(enquiry)}
              aria-label={`Reject ${reference}`}
            >
              Reject
            </Button>
            <Button
              data-convert
              leftSection={<IconArrowRight size={18} aria-hidden />}
              onClick={() => onConvert(enquiry)}
              aria-label={`Convert to lead: ${reference}`}
            >
              Convert to lead
            </Button>
          </>
        )
      }
    >
      <QualityList enquiry={enquiry} />
      <div className={item.parts}>
        <QueueItemPart title="Contact" wide>
          <ContactLines
            name={name}
            phone={enquiry.phone}
            email={enquiry.email}
            marks={enquiry}
            missing="No email given"
          />
        </QueueItemPart>
        <TripPart enquiry={enquiry} />
        <OriginPart enquiry={enquiry} />
        <AnswersPart enquiry={enquiry} />
      </div>
      <CorrectionPart enquiry={enquiry} />
      <DuplicatePart enquiry={enquiry} />
      <EnquiryOutcome enquiry={enquiry} />
    </SplitDetail>
  )
})

/** The earlier enquiry or lead with the same phone or email. */
function DuplicateFlag({ enquiry: { duplicateOf } }: { enquiry: Enquiry }) {
  if (!duplicateOf) return null
  return (
    <StatusBadge tone="notice" icon={IconCopyCheck}>
      Duplicate of {duplicateOf.reference} ({duplicateStatusLabel(duplicateOf).toLowerCase()})
    </StatusBadge>
  )
}
