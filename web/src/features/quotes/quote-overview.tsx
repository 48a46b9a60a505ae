import { Button } from '@mantine/core'
import { formatDay, formatPaise } from '@raahi/contract/formats'
import type { Quote, QuoteVersionSummary } from '@raahi/contract/quotes'
import { IconDownload, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { MutationDialog } from '../../ui/mutation-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { notifyError } from '../../ui/toast.ts'
import { OtherPerson } from '../account/public/other-person.tsx'
import { downloadQuotePdf, useOpenDraft, useWithdrawQuote } from './quotes.api.ts'
import classes from './quotes.module.css'
import { ShareQuote } from './share-quote.tsx'

/** The sent versions of a quote, the number of times they were opened, and the traveller's answers. */
export function QuoteOverview({ quote, newLink }: { quote: Quote; newLink: string | null }) {
  const present = quote.versions.find(({ status }) => status === 'sent')
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        {present && !quote.stopped && (
          <ShareQuote quote={quote} present={present} newLink={newLink} />
        )}
        <Answers answers={quote.answers} />
      </div>
      <div className={classes.stack}>
        <Panel title="Versions">
          {!quote.stopped && <QuoteActions quote={quote} isWithdrawable={present !== undefined} />}
          <ul className={classes.list}>
            {quote.versions.map((version) => (
              <li key={version.version}>
                <Version quoteId={quote._id} version={version} />
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </div>
  )
}

function Answers({ answers }: Pick<Quote, 'answers'>) {
  return (
    <Panel title="Answers">
      {answers.length === 0 ? (
        <p className={classes.soft}>
          No answer yet. The traveller can say “I like it” or ask a question on the quote’s page. We
          will email you when they do.
        </p>
      ) : (
        <ul className={classes.list}>
          {answers.map((answer) => (
            <li key={answer._id}>
              <strong>{answer.kind === 'like' ? 'Likes it' : 'Question'}</strong>{' '}
              <span className={classes.soft}>
                version {answer.version}, <DateTime value={answer.at} />
              </span>
              {answer.text && (
                <p className={classes.question} dir="auto">
                  {answer.text}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** The buttons to write the next version, and to withdraw the present one. */
function QuoteActions({ quote, isWithdrawable }: { quote: Quote; isWithdrawable: boolean }) {
  const [isWithdrawing, setWithdrawing] = useState(false)
  const open = useOpenDraft()
  const edit = () =>
    open.mutate(quote.purchaseId, {
      onError: (error) => notifyError(errorMessage(error, 'The quote could not be opened.')),
    })
  return (
    <div className={classes.actions}>
      <BusyButton
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
        busy={open.isPending}
        onClick={edit}
      >
        Change the quote
      </BusyButton>
      {isWithdrawable && (
        <Button variant="subtle" color="brick" onClick={() => setWithdrawing(true)}>
          Withdraw
        </Button>
      )}
      <MutationDialog
        opened={isWithdrawing}
        onClose={() => setWithdrawing(false)}
        mutation={useWithdrawQuote()}
        input={quote._id}
        doneText="Quote withdrawn. Its links no longer work."
        failedText="The quote could not be withdrawn."
        title="Withdraw this quote?"
        confirmLabel="Withdraw"
        tone="danger"
        busyLabel="Withdrawing.."
      >
        All links that you have shared will stop working. You can send a new version later, with a
        new link.
      </MutationDialog>
    </div>
  )
}

function Version({ quoteId, version }: { quoteId: string; version: QuoteVersionSummary }) {
  const { busy, run } = useSingleRun()
  const download = () =>
    run(() =>
      downloadQuotePdf(quoteId, version.version).catch((error: unknown) =>
        notifyError(errorMessage(error, 'The PDF could not be made.')),
      ),
    )
  return (
    <>
      <strong>
        Version {version.version}: {formatPaise(version.totalPaise)}
      </strong>
      <p className={classes.soft}>
        <bdi>{version.title}</bdi>
      </p>
      <p className={classes.soft}>
        Sent <DateTime value={version.sentAt} />
        <OtherPerson {...version} />
        {version.status === 'sent' ? (
          `, valid until ${formatDay(version.validUntil)}`
        ) : (
          <>
            , {version.status} {version.endedAt && <DateTime value={version.endedAt} />}
          </>
        )}
      </p>
      <p className={classes.soft}>
        {version.views === 0
          ? 'Not opened'
          : `Opened ${version.views === 1 ? 'once' : `${version.views} times`}`}
        {version.lastViewedAt && (
          <>
            , last <DateTime value={version.lastViewedAt} />
          </>
        )}
      </p>
      <div className={classes.buttons}>
        <BusyButton
          variant="default"
          size="sm"
          leftSection={<IconDownload size={18} aria-hidden />}
          busy={busy}
          onClick={() => void download()}
          aria-label={`Download PDF of version ${version.version}`}
        >
          PDF
        </BusyButton>
      </div>
    </>
  )
}
