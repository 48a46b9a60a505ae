import { Button } from '@mantine/core'
import { formatPaise } from '@raahi/contract/formats'
import type { Quote } from '@raahi/contract/quotes'
import { IconFileText } from '@tabler/icons-react'
import { useLocation, useNavigate } from 'react-router'
import { errorMessage } from '../../../lib/api-error.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { notifyError } from '../../../ui/toast.ts'
import { useOpenDraft, usePurchaseQuote } from '../quotes.api.ts'
import classes from '../quotes.module.css'

/** The quote in the drawer of a purchase: its state, and a link to its screen. */
export default function QuoteSection({
  purchaseId,
  stopped,
}: {
  purchaseId: string
  stopped: boolean
}) {
  const { data, error, refetch } = usePurchaseQuote(purchaseId)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const show = (id: string) =>
    void navigate(`/dashboard/quotes/${id}`, { state: { from: pathname + search } })
  const open = useOpenDraft()
  if (error) {
    return (
      <>
        <p className={classes.text}>{errorMessage(error, 'The quote could not be loaded.')}</p>
        <Button variant="default" size="sm" onClick={() => void refetch()}>
          Retry
        </Button>
      </>
    )
  }
  if (!data) return <p className={classes.soft}>Loading..</p>
  const { quote } = data
  if (quote) {
    return (
      <>
        <QuoteState quote={quote} />
        <Button
          variant="default"
          leftSection={<IconFileText size={18} aria-hidden />}
          onClick={() => show(quote._id)}
        >
          {quote.draft && !quote.stopped ? 'Continue the draft' : 'Open the quote'}
        </Button>
      </>
    )
  }
  if (stopped) return <p className={classes.soft}>No quote was made.</p>
  return (
    <>
      <p className={classes.text}>
        Make a quote as PDF and as a link that the traveller can answer.
      </p>
      <BusyButton
        variant="default"
        leftSection={<IconFileText size={18} aria-hidden />}
        busy={open.isPending}
        onClick={() =>
          open.mutate(purchaseId, {
            onSuccess: ({ _id }) => show(_id),
            onError: (failure) =>
              notifyError(errorMessage(failure, 'The quote could not be opened.')),
          })
        }
      >
        Make a quote
      </BusyButton>
    </>
  )
}

function QuoteState({ quote: { draft, versions, answers } }: { quote: Quote }) {
  const [newest] = versions
  if (!newest) return <p className={classes.text}>{draft ? 'Draft, not sent yet' : ''}</p>
  const states = { sent: 'sent', replaced: 'replaced', withdrawn: 'withdrawn' } as const
  const questions = answers.filter(({ kind }) => kind === 'question').length
  const facts = [
    newest.views === 0
      ? 'not opened yet'
      : `opened ${newest.views === 1 ? 'once' : `${newest.views} times`}`,
    answers.some(({ kind }) => kind === 'like') && 'the traveller likes it',
    questions > 0 && `${questions} ${questions === 1 ? 'question' : 'questions'}`,
  ].filter(Boolean)
  return (
    <p className={classes.text}>
      Version {newest.version} {states[newest.status]}, {formatPaise(newest.totalPaise)}:{' '}
      {facts.join(', ')}.
    </p>
  )
}
