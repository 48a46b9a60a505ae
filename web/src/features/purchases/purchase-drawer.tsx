import { Anchor, Button } from '@mantine/core'
import { cityNotGiven, destinationOpen } from '@raahi/contract/lead-texts'
import type { PurchaseEntry } from '@raahi/contract/purchases'
import { IconReplace } from '@tabler/icons-react'
import { type ReactNode, Suspense, useId } from 'react'
import { Link } from 'react-router'
import { lazyWithFallback } from '../../lib/lazy-with-fallback.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { useAgentRole } from '../account/public/use-agent-role.ts'
import { CallReportNote } from '../call-reports/public/call-report-note.tsx'
import { ContactLines } from '../lead-facts/public/contact-lines.tsx'
import {
  formatTripKinds,
  totalTravellers,
  travellerSplit,
  tripLength,
} from '../lead-facts/public/format-lead.ts'
import { CardDetails } from '../pipeline/public/card-details.tsx'
import { useTapRecords } from '../pipeline/public/contact-taps.ts'
import { LeadOutcome } from '../pipeline/public/lead-outcome.tsx'
import { LeadStage } from '../pipeline/public/lead-stage.tsx'
import { OwnPictures } from '../replacements/public/own-pictures.tsx'
import { ReportUntil } from '../replacements/public/report-until.tsx'
import { CallAndWrite } from './call-and-write.tsx'
import { ContactStopped } from './contact-stopped.tsx'
import classes from './purchase-drawer.module.css'
import { PurchaseHistory } from './purchase-history.tsx'
import { ReplacementBadge } from './replacement-badge.tsx'

/** Loads in parallel with the drawer. */
const QuoteSection = lazyWithFallback(() => import('../quotes/public/quote-section.tsx'))

interface PurchaseDrawerProps {
  /** The purchase that was opened last; null while loading. */
  purchase: PurchaseEntry | null
  opened: boolean
  onClose: () => void
  onRequestReplacement: (purchase: PurchaseEntry) => void
}

/** One bought lead: its contact, its trip, its history, its invoice and the replacement request. */
export default function PurchaseDrawer({
  purchase,
  opened,
  onClose,
  onRequestReplacement,
}: PurchaseDrawerProps) {
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title={
        purchase ? (
          <>
            <bdi>{purchase.lead.name}</bdi>
            <span className={classes.number}>{purchase.lead.leadId}</span>
          </>
        ) : (
          'Your lead'
        )
      }
    >
      {purchase ? (
        <Details
          key={purchase._id}
          purchase={purchase}
          onRequestReplacement={() => onRequestReplacement(purchase)}
        />
      ) : (
        <SkeletonList label="Loading your lead..." layout="rows" count={4} />
      )}
    </SideDrawer>
  )
}

function Details({
  purchase,
  onRequestReplacement,
}: {
  purchase: PurchaseEntry
  onRequestReplacement: () => void
}) {
  const { lead, contactStopped } = purchase
  const isCaller = useAgentRole() === 'caller'
  useTapRecords()
  return (
    <div data-lead={lead._id} data-lead-name={lead.name}>
      <LeadStage leadId={lead._id} />
      <Part title="Contact" isFirst>
        {contactStopped && <ContactStopped />}
        <CallReportNote purchase={purchase} />
        <ContactLines
          name={lead.name}
          phone={lead.phone}
          email={lead.email}
          marks={lead}
          withWhatsApp={false}
          hasEmail={lead.hasEmail}
        />
        {lead.phone && <CallAndWrite lead={lead} phone={lead.phone} />}
        <LeadOutcome leadId={lead._id} />
      </Part>
      <CardDetails leadId={lead._id} />
      <Part title="Quote">
        <Suspense fallback={<p className={classes.text}>Loading..</p>}>
          <QuoteSection purchaseId={purchase._id} stopped={contactStopped} />
        </Suspense>
      </Part>
      <Part title="Trip">
        <Trip lead={lead} />
      </Part>
      {!isCaller && (
        <>
          <Part title="History">
            <PurchaseHistory purchase={purchase} />
          </Part>
          <Part title="Invoice">
            <Invoice purchase={purchase} />
          </Part>
          <Part title="Replacement">
            <Replacement purchase={purchase} onRequest={onRequestReplacement} />
          </Part>
        </>
      )}
    </div>
  )
}

/** A part of the drawer with its heading. A line separates it from the part above. */
function Part({
  title,
  isFirst = false,
  children,
}: {
  title: string
  isFirst?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={isFirst ? undefined : classes.part}>
      <h3 id={id} className={classes.heading}>
        {title}
      </h3>
      {children}
    </section>
  )
}

function Trip({ lead }: { lead: PurchaseEntry['lead'] }) {
  const total = totalTravellers(lead)
  return (
    <DefinitionList
      items={[
        { label: 'Destination', value: lead.destination ?? destinationOpen },
        { label: 'From', value: lead.city ?? cityNotGiven },
        { label: 'Trip', value: formatTripKinds(lead) },
        {
          label: 'Travel date',
          value: lead.travelMonth ?? <DateTime value={lead.travelDate} dateOnly />,
        },
        { label: 'Duration', value: tripLength(lead) },
        {
          label: 'Total members',
          value: total === 0 ? null : `${total} (${travellerSplit(lead)})`,
        },
      ]}
    />
  )
}

function Invoice({ purchase: { invoice, planName } }: { purchase: PurchaseEntry }) {
  const isOwner = useAgentRole() === 'owner'
  if (!isOwner) return <p className={classes.text}>The owner of your agency has the invoices.</p>
  return invoice ? (
    <p className={classes.text}>
      <Anchor component={Link} to={`/dashboard/invoices/${invoice._id}`} inherit>
        {invoice.number}
      </Anchor>{' '}
      for the plan <bdi>{planName}</bdi>
    </p>
  ) : (
    <p className={classes.text}>
      {planName === null
        ? 'Paid from your wallet. Your invoice is under the top-up. '
        : 'No invoice: this plan was not bought online. '}
      <Anchor component={Link} to="/dashboard/invoices" inherit>
        All invoices
      </Anchor>
    </p>
  )
}

/** The replacement request, and the button for the first one or the appeal. */
function Replacement({ purchase, onRequest }: { purchase: PurchaseEntry; onRequest: () => void }) {
  return (
    <>
      <ReplacementBadge status={purchase.replacementStatus} />
      <ReportUntil purchase={purchase} className={classes.text} />
      <OwnPictures purchase={purchase} />
      {purchase.canRequestReplacement && (
        <>
          <p className={classes.text}>
            {purchase.replacement
              ? 'You can appeal once. Tell us what the first decision did not consider.'
              : 'Wrong number, or the traveller cannot be reached? Tell us and we will check the lead.'}
          </p>
          <Button
            variant="default"
            leftSection={<IconReplace size={18} aria-hidden />}
            onClick={onRequest}
          >
            {purchase.replacement ? 'Appeal' : 'Request Replacement'}
          </Button>
        </>
      )}
    </>
  )
}
