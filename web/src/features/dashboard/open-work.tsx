import { Skeleton } from '@mantine/core'
import {
  failedPaymentDays,
  maxOpenWorkCounted,
  type OpenWorkKind,
  openWorkKinds,
  openWorkRights,
} from '@raahi/contract/dashboard'
import { mayOneOf } from '@raahi/contract/staff-rights'
import {
  IconArrowBackUp,
  IconChecks,
  IconChevronRight,
  IconCreditCardOff,
  IconId,
  IconInbox,
  IconMessage,
  IconPencil,
  IconPhoneX,
  IconPlugConnectedX,
  IconReceiptRefund,
  IconServerOff,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { ageTone, formatAge } from '../../lib/ages.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { useSignedInUser } from '../../lib/session.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import { type Overview, useOverview } from './dashboard.api.ts'
import type { DashboardPeriod } from './dashboard-filters.ts'
import classes from './open-work.module.css'

type OpenWorkItem = Overview['openWork'][number]

interface OpenWorkView {
  label: string
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  hint?: string
  /** The list that shows these items. */
  address: string
}

const views: Record<OpenWorkKind, OpenWorkView> = {
  enquiries: {
    label: 'Enquiries to handle',
    icon: IconInbox,
    address: '/dashboard/enquiries?sort=createdAt',
  },
  corrections: {
    label: 'Corrections to read',
    icon: IconPencil,
    hint: 'Leads off sale',
    address: '/dashboard/enquiries?status=corrected&sort=createdAt',
  },
  replacements: {
    label: 'Replacements to decide',
    icon: IconArrowBackUp,
    address: '/dashboard/replacements?decidable=true',
  },
  messages: {
    label: 'Messages to answer',
    icon: IconMessage,
    address: '/dashboard/contact-messages',
  },
  calls: {
    label: 'Travellers not called',
    icon: IconPhoneX,
    hint: 'Their agent has not answered',
    address: '/dashboard/enquiries?status=not-called&sort=createdAt',
  },
  kyc: {
    label: 'KYC to check',
    icon: IconId,
    address: '/dashboard/kyc',
  },
  moneyRequests: {
    label: 'Money to approve',
    icon: IconChecks,
    hint: 'Asked for by a colleague',
    address: '/dashboard/approvals',
  },
  failedPayments: {
    label: 'Failed payments',
    icon: IconCreditCardOff,
    hint: `In the last ${failedPaymentDays} days`,
    address: '/dashboard/transactions?status=failed&period=last-7-days',
  },
  pendingRefunds: {
    label: 'Refunds not completed',
    icon: IconReceiptRefund,
    hint: 'Duplicate payments',
    address: '/dashboard/transactions?refund=pending',
  },
  silentSources: {
    label: 'Silent sources',
    icon: IconPlugConnectedX,
    hint: 'Longer than usual',
    address: '/dashboard/sources',
  },
  failedJobs: {
    label: 'Failed jobs',
    icon: IconServerOff,
    hint: 'Emails and refunds of the last 24 hours',
    address: '/dashboard/failed-jobs',
  },
}

/** The open work: for each kind the count, the age of the oldest item, and a link to the list. */
export function OpenWork({ period }: { period: DashboardPeriod }) {
  const overview = useOverview(period)
  const isDone = overview.data?.openWork.every(({ count }) => count === 0)
  return (
    <Panel
      title="Needs you"
      aside={isDone && <span className={classes.hint}>All done. New work appears here.</span>}
    >
      <OpenWorkBody overview={overview} />
    </Panel>
  )
}

function OpenWorkBody({ overview }: { overview: ReturnType<typeof useOverview> }) {
  if (overview.isPending) return <LoadingItems />
  if (overview.isLoadingError) {
    return (
      <ErrorState
        text={errorWithReason(overview.error, 'The open work could not be loaded.')}
        onRetry={() => overview.refetch()}
        retrying={overview.isFetching}
      />
    )
  }
  const { openWork } = overview.data
  return (
    <>
      {overview.isRefetchError && (
        <RefreshFailed
          text={errorWithReason(overview.error, 'The open work could not be refreshed.')}
          onRetry={() => overview.refetch()}
          retrying={overview.isFetching}
        />
      )}
      <ul className={classes.list}>
        {openWork.filter(isShown).map((item) => (
          <li key={item.kind}>
            <Item item={item} now={new Date(overview.dataUpdatedAt)} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Corrections and requests for money are rare. */
function isShown({ kind, count }: OpenWorkItem): boolean {
  return isUsual(kind) || count > 0
}

function isUsual(kind: OpenWorkItem['kind']): boolean {
  return kind !== 'corrections' && kind !== 'moneyRequests'
}

function Item({ item, now }: { item: OpenWorkItem; now: Date }) {
  const { label, icon: Icon, hint, address } = views[item.kind]
  const isOpen = item.count > 0
  return (
    <div className={classes.item} data-done={!isOpen || undefined}>
      <span className={classes.icon} aria-hidden>
        <Icon size={20} stroke={1.75} />
      </span>
      <span className={classes.words}>
        {isOpen ? (
          <Link to={address} className={classes.label}>
            {label}
          </Link>
        ) : (
          label
        )}
        {hint && isOpen && <span className={classes.hint}>{hint}</span>}
        {item.oldestAt && (
          <span className={classes.age} data-tone={ageTone(item.oldestAt, now)}>
            Oldest {formatAge(item.oldestAt, now)}
          </span>
        )}
      </span>
      <span className={classes.end}>
        <span className={classes.count}>
          {formatCount(item.count)}
          {item.count >= maxOpenWorkCounted && '+'}
        </span>
        {isOpen && <IconChevronRight size={18} stroke={1.75} aria-hidden />}
      </span>
    </div>
  )
}

function LoadingItems() {
  const user = useSignedInUser()
  const kinds = openWorkKinds.filter((kind) => mayOneOf(user, openWorkRights[kind]))
  return (
    <div>
      <p role="status" className={hidden.hidden}>
        Loading open work...
      </p>
      <div className={classes.list} aria-hidden>
        {kinds.filter(isUsual).map((kind) => (
          <Skeleton key={kind} className={classes.loading} radius="md" />
        ))}
      </div>
    </div>
  )
}
