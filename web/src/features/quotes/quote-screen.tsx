import { Alert, Button } from '@mantine/core'
import type { Quote, QuoteDraft } from '@raahi/contract/quotes'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { errorWithReason, isRefusal } from '../../lib/api-error.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { everyLead } from '../pipeline/public/contact-taps.ts'
import { LeadOutcome } from '../pipeline/public/lead-outcome.tsx'
import { QuoteEditor } from './quote-editor.tsx'
import { QuoteOverview } from './quote-overview.tsx'
import { useQuote } from './quotes.api.ts'

const purchasedLeads = { to: '/dashboard/purchased-leads', label: 'Back to Purchased Leads' }

/** The link back to the screen from which the quote was opened. */
function useBack() {
  const { state }: { state: { from?: string } | null } = useLocation()
  const isPipeline = state?.from?.startsWith('/dashboard/pipeline')
  return isPipeline ? { to: state?.from ?? '', label: 'Back to Pipeline' } : purchasedLeads
}

const stopTexts = {
  withdrawn:
    'The traveller does not want to be contacted any more. The link to this quote no longer works, and nothing more can be sent.',
  returned:
    'You were refunded for this lead. The link to this quote no longer works, and nothing more can be sent.',
}

/** The quote of one bought lead: the editor of its draft, or the sent versions and the traveller's answers. */
export function QuoteScreen({ id }: { id: string }) {
  const { data: quote, error, isFetching, refetch } = useQuote(id)
  const back = useBack()
  /**
   * The draft in the editor. A refetch of the quote keeps it, so that no input is lost if another tab sends the draft.
   */
  const [edited, setEdited] = useState<QuoteDraft | null>(null)
  if (quote?.draft && !edited) setEdited(quote.draft)
  if (quote) {
    const onClose = () => setEdited(null)
    return <Shown quote={quote} edited={edited} onClose={onClose} onReload={refetch} />
  }
  const isMissing = isRefusal(error, 'QUOTE_NOT_FOUND') || isRefusal(error, 'VALIDATION_FAILED')
  return (
    <>
      <PageHeader title={isMissing ? 'Quote not found' : 'Quote'} back={back} />
      {isMissing ? (
        <EmptyState
          text="This quote does not exist."
          action={
            <Button component={Link} to={purchasedLeads.to} variant="default">
              View purchased leads
            </Button>
          }
        />
      ) : error ? (
        <ErrorState
          text={errorWithReason(error, 'The quote could not be loaded.')}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonList label="Loading the quote..." layout="rows" count={4} />
      )}
    </>
  )
}

interface ShownProps {
  quote: Quote
  edited: QuoteDraft | null
  /** Closes the editor. */
  onClose: () => void
  onReload: () => Promise<unknown>
}

function Shown({ quote, edited, onClose, onReload }: ShownProps) {
  /** The link of the version that was sent just now. */
  const [newLink, setNewLink] = useState<string | null>(null)
  /** Counts reloads. Each one replaces the edited draft with the loaded one. */
  const [reads, setReads] = useState(0)
  const { lead, draft, stopped } = quote
  const back = useBack()
  return (
    <>
      <PageHeader
        title="Quote"
        subtitle={
          <>
            For <bdi>{lead.name}</bdi> · {lead.leadId}
          </>
        }
        back={back}
      />
      {/* In the page, because at the lower edge it would cover the button that sends the quote. */}
      <LeadOutcome leadId={everyLead} />
      {stopped && (
        <Alert color="brick" mb="md" title="This quote is closed">
          {stopTexts[stopped]}
        </Alert>
      )}
      {edited && !stopped ? (
        <QuoteEditor
          key={`${edited.version}-${reads}`}
          quote={quote}
          draft={draft?.version === edited.version ? draft : edited}
          leaveTo={back.to}
          onSent={(link) => {
            setNewLink(link)
            onClose()
          }}
          onDiscarded={onClose}
          onReload={() =>
            void onReload().then(() => {
              onClose()
              setReads((count) => count + 1)
            })
          }
        />
      ) : (
        <QuoteOverview quote={quote} newLink={newLink} />
      )}
    </>
  )
}
