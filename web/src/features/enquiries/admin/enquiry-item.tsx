import { Button } from '@mantine/core'
import { type Enquiry, enquiryAfter } from '@raahi/contract/enquiries'
import {
  IconArrowBackUp,
  IconArrowRight,
  IconCopyCheck,
  IconRobot,
  IconX,
} from '@tabler/icons-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { ContactLines } from '../../purchases/contact-lines.tsx'
import { enquiryStatusLabels } from '../enquiry-labels.ts'
import { enquiryAddress } from './enquiry-filters.ts'
import classes from './enquiry-item.module.css'
import {
  EnquiryAge,
  EnquiryOutcome,
  OriginPart,
  Part,
  QualityList,
  TripPart,
} from './enquiry-parts.tsx'

const statusTones = {
  new: 'warning',
  converted: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
} as const

interface EnquiryItemProps {
  enquiry: Enquiry
  onConvert: (enquiry: Enquiry) => void
  onReject: (enquiry: Enquiry) => void
}

/** One enquiry with all that a decision needs: who, the trip, how good it looks, whether it repeats another. */
export const EnquiryItem = memo(function EnquiryItem({
  enquiry,
  onConvert,
  onReject,
}: EnquiryItemProps) {
  const { status, reference, name } = enquiry
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          <bdi>{name}</bdi>
          <span className={classes.number}>{reference}</span>
        </h3>
        <div className={classes.badges}>
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
          <EnquiryAge enquiry={enquiry} />
        </div>
      </div>
      <QualityList enquiry={enquiry} />
      <div className={classes.parts}>
        <Part title="Contact" wide>
          <ContactLines
            name={name}
            phone={enquiry.phone}
            email={enquiry.email}
            missing="No email given"
          />
        </Part>
        <TripPart enquiry={enquiry} />
        <OriginPart enquiry={enquiry} />
      </div>
      <EnquiryOutcome enquiry={enquiry} />
      {enquiryAfter(status, 'convert') !== null && (
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconX size={18} aria-hidden />}
            onClick={() => onReject(enquiry)}
            aria-label={`Reject ${reference}`}
          >
            Reject
          </Button>
          <Button
            leftSection={<IconArrowRight size={18} aria-hidden />}
            onClick={() => onConvert(enquiry)}
            aria-label={`Convert to lead: ${reference}`}
          >
            Convert to lead
          </Button>
        </div>
      )}
    </li>
  )
})

/** The earlier enquiry with the same phone or email, as the way to it. */
function DuplicateFlag({ enquiry: { duplicateOf } }: { enquiry: Enquiry }) {
  if (!duplicateOf) return null
  return (
    <Link to={enquiryAddress(duplicateOf.reference)} className={classes.duplicate}>
      <StatusBadge tone="notice" icon={IconCopyCheck}>
        Duplicate of {duplicateOf.reference} (
        {enquiryStatusLabels[duplicateOf.status].toLowerCase()})
      </StatusBadge>
    </Link>
  )
}
