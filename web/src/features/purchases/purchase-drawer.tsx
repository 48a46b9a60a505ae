import { Anchor, Button, Textarea } from '@mantine/core'
import { cityNotGiven, destinationOpen } from '@raahi/contract/lead-texts'
import { defaultMessages, fillMessage } from '@raahi/contract/message-text'
import type { PurchaseEntry } from '@raahi/contract/purchases'
import { IconBrandWhatsapp, IconMail, IconPhone, IconReplace } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../lib/dates.ts'
import { lazyWithFallback } from '../../lib/lazy-with-fallback.ts'
import { useSignedInUser } from '../../lib/session.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { CallReportNote } from '../call-reports/public/call-report-note.tsx'
import { ContactLines } from '../lead-facts/public/contact-lines.tsx'
import {
  formatTripKinds,
  totalTravellers,
  travellerSplit,
  tripLength,
} from '../lead-facts/public/format-lead.ts'
import { whatsAppHref } from '../lead-facts/public/whats-app-href.ts'
import { CardDetails } from '../pipeline/public/card-details.tsx'
import { useTapRecords } from '../pipeline/public/contact-taps.ts'
import { LeadOutcome } from '../pipeline/public/lead-outcome.tsx'
import { LeadStage } from '../pipeline/public/lead-stage.tsx'
import { templatesQuery } from '../pipeline/public/pipeline.api.ts'
import { OwnPictures } from '../replacements/public/own-pictures.tsx'
import { ReportUntil } from '../replacements/public/report-until.tsx'
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
  const { lead, contactStopped, invoice, planName } = purchase
  useTapRecords()
  const total = totalTravellers(lead)
  const id = useId()
  return (
    <div data-lead={lead._id} data-lead-name={lead.name}>
      <LeadStage leadId={lead._id} />
      <section aria-labelledby={`${id}-contact`}>
        <h3 id={`${id}-contact`} className={classes.heading}>
          Contact
        </h3>
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
      </section>
      <CardDetails leadId={lead._id} />
      <section aria-labelledby={`${id}-quote`} className={classes.part}>
        <h3 id={`${id}-quote`} className={classes.heading}>
          Quote
        </h3>
        <Suspense fallback={<p className={classes.text}>Loading..</p>}>
          <QuoteSection purchaseId={purchase._id} stopped={contactStopped} />
        </Suspense>
      </section>
      <section aria-labelledby={`${id}-trip`} className={classes.part}>
        <h3 id={`${id}-trip`} className={classes.heading}>
          Trip
        </h3>
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
      </section>
      <section aria-labelledby={`${id}-history`} className={classes.part}>
        <h3 id={`${id}-history`} className={classes.heading}>
          History
        </h3>
        <PurchaseHistory purchase={purchase} />
      </section>
      <section aria-labelledby={`${id}-invoice`} className={classes.part}>
        <h3 id={`${id}-invoice`} className={classes.heading}>
          Invoice
        </h3>
        {invoice ? (
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
        )}
      </section>
      <section aria-labelledby={`${id}-replacement`} className={classes.part}>
        <h3 id={`${id}-replacement`} className={classes.heading}>
          Replacement
        </h3>
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
              onClick={onRequestReplacement}
            >
              {purchase.replacement ? 'Appeal' : 'Request Replacement'}
            </Button>
          </>
        )}
      </section>
    </div>
  )
}

/** The agent's message for a lead, which can be changed before it is sent. */
function useMessage(lead: PurchaseEntry['lead'], channel: 'whatsapp' | 'email') {
  const user = useSignedInUser()
  const { data } = useQuery(templatesQuery)
  const { subject, text } =
    data?.find((template) => template.channel === channel) ?? defaultMessages[channel]
  const values = {
    name: lead.name,
    destination: lead.destination,
    date: lead.travelDate && formatDate(lead.travelDate),
    agent: user.name,
    agency: user.companyName,
  }
  return { subject: fillMessage(subject ?? '', values), text: fillMessage(text, values) }
}

function CallAndWrite({ lead, phone }: { lead: PurchaseEntry['lead']; phone: string }) {
  const suggested = useMessage(lead, 'whatsapp').text
  const email = useMessage(lead, 'email')
  // Null while the suggested text is unchanged.
  const [message, setMessage] = useState<string | null>(null)
  const text = message ?? suggested
  return (
    <>
      <div className={classes.buttons}>
        <Button
          component="a"
          href={`tel:${phone}`}
          leftSection={<IconPhone size={18} aria-hidden />}
          aria-label={`Call ${lead.name}`}
        >
          Call
        </Button>
        <Button
          component="a"
          href={whatsAppHref(phone, text.trim())}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
          aria-label={`WhatsApp ${lead.name} (opens in a new tab)`}
        >
          WhatsApp
        </Button>
        {lead.email && (
          <Button
            component="a"
            href={emailHref(lead.email, email)}
            variant="default"
            leftSection={<IconMail size={18} aria-hidden />}
            aria-label={`Email ${lead.name}`}
          >
            Email
          </Button>
        )}
      </div>
      <Textarea
        className={classes.message}
        label="WhatsApp message"
        rows={4}
        maxLength={1000}
        value={text}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
    </>
  )
}

function emailHref(email: string, { subject, text }: { subject: string; text: string }): string {
  const address = email.split('@').map(encodeURIComponent).join('@')
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
}
