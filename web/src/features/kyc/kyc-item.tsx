import { Button } from '@mantine/core'
import { formatPhone } from '@raahi/contract/formats'
import { gstStates, isGstin } from '@raahi/contract/gst'
import type { KycCheck } from '@raahi/contract/kyc'
import { kycReasons, kycStates } from '@raahi/contract/kyc-states'
import { IconCheck, IconClockExclamation, IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { ageTone, formatAge } from '../../lib/ages.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { KycDocument } from '../users/kyc-document.tsx'
import type { KycDecision } from './decide-kyc-dialog.tsx'
import classes from './kyc-item.module.css'
import { kycLooks } from './kyc-labels.ts'

interface KycItemProps {
  kyc: KycCheck
  onDecide: (kyc: KycCheck, action: KycDecision['action']) => void
}

/** A document beside the fields of its agent, to compare and decide. */
export const KycItem = memo(function KycItem({ kyc, onDecide }: KycItemProps) {
  const { user, status } = kyc
  const { tone, text } = kycLooks[status]
  const actions = kycStates[status]
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          <bdi>{user.companyName}</bdi>
          <span className={classes.name}>
            <bdi>{user.name}</bdi>
          </span>
        </h3>
        <div className={classes.badges}>
          <StatusBadge tone={tone}>{text}</StatusBadge>
          <Age kyc={kyc} />
        </div>
      </div>
      <div className={classes.parts}>
        <div className={classes.part}>
          <h4 className={classes.partTitle}>Document</h4>
          {kyc.document ? (
            <KycDocument user={{ _id: user._id, kyc: kyc.document }} />
          ) : (
            <p>The document was deleted, because the account was not used.</p>
          )}
        </div>
        <div className={classes.part}>
          <h4 className={classes.partTitle}>Profile</h4>
          <ProfileFields user={user} />
        </div>
      </div>
      {kyc.decidedAt && (
        <div className={classes.outcome}>
          {text} by <bdi>{kyc.decidedBy}</bdi>, <DateTime value={kyc.decidedAt} />
          {kyc.reason && (
            <p>
              <span className={classes.reason}>{kycReasons[kyc.reason.code]}</span>
              {kyc.reason.text && ` · ${kyc.reason.text}`}
            </p>
          )}
        </div>
      )}
      {'reject' in actions && (
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconX size={18} aria-hidden />}
            onClick={() => onDecide(kyc, 'reject')}
            aria-label={`${'approve' in actions ? 'Reject' : 'Withdraw the approval of'} ${user.companyName}`}
          >
            {'approve' in actions ? 'Reject' : 'Withdraw approval'}
          </Button>
          {'approve' in actions && (
            <Button
              leftSection={<IconCheck size={18} aria-hidden />}
              onClick={() => onDecide(kyc, 'approve')}
              aria-label={`Approve ${user.companyName}`}
            >
              Approve
            </Button>
          )}
        </div>
      )}
    </li>
  )
})

function ProfileFields({ user }: { user: KycCheck['user'] }) {
  return (
    <DefinitionList
      items={[
        { label: 'Name', value: <bdi>{user.name}</bdi> },
        { label: 'Company', value: <bdi>{user.companyName}</bdi> },
        {
          label: 'GSTIN',
          value: user.gstin && (
            <>
              {user.gstin}
              <span className={classes.check} data-wrong={!isGstin(user.gstin) || undefined}>
                {isGstin(user.gstin) ? 'Check digit is right' : 'Check digit is wrong'}
              </span>
            </>
          ),
        },
        { label: 'State', value: user.billingState && gstStates[user.billingState] },
        {
          label: 'Billing address',
          value: user.billingAddress && <bdi>{user.billingAddress}</bdi>,
        },
        { label: 'City', value: user.city && <bdi>{user.city}</bdi> },
        {
          label: 'Phone',
          value: user.phone && <a href={`tel:${user.phone}`}>{formatPhone(user.phone)}</a>,
        },
        {
          label: 'Email',
          value: (
            <>
              <a href={`mailto:${user.email}`}>{user.email}</a>
              {!user.emailConfirmed && <span className={classes.check}>Not confirmed</span>}
            </>
          ),
        },
        { label: 'Joined', value: <DateTime value={user.createdAt} dateOnly /> },
      ]}
    />
  )
}

/** How long a document has waited, or its age once decided. */
function Age({ kyc: { status, submittedAt } }: { kyc: KycCheck }) {
  const now = new Date()
  const age = formatAge(submittedAt, now)
  if (status !== 'submitted') return <span className={classes.age}>Uploaded {age} ago</span>
  return (
    <span className={classes.age} data-tone={ageTone(submittedAt, now)}>
      <IconClockExclamation size={16} stroke={2} aria-hidden />
      Waiting {age}
    </span>
  )
}
