import { Alert, Button, Textarea, TextInput } from '@mantine/core'
import { quoteLimits } from '@raahi/contract/quote-limits'
import { countQuoteCharacters, type Quote, type QuoteDraft } from '@raahi/contract/quotes'
import { IconFileTypePdf, IconSend, IconTemplate } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, errorMessage } from '../../lib/api-error.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { AgencyPanel } from './agency-panel.tsx'
import { QuoteDays } from './quote-days.tsx'
import { QuotePrice } from './quote-price.tsx'
import { downloadQuotePdf, useDiscardDraft, useSendQuote } from './quotes.api.ts'
import classes from './quotes.module.css'
import { TemplatesDialog } from './templates-dialog.tsx'
import { forgetUnsaved, newDay, type SaveState, useDraft } from './use-draft.ts'

interface QuoteEditorProps {
  quote: Quote
  draft: QuoteDraft
  /** The screen after the deletion of a quote that was never sent. */
  leaveTo: string
  /** Receives the link of the version that was sent. */
  onSent: (url: string) => void
  onDiscarded: () => void
  /** Refetches the quote and drops the edited draft. */
  onReload: () => void
}

/** The editor of a draft. It saves while the agent types. */
export function QuoteEditor({
  quote,
  draft,
  leaveTo,
  onSent,
  onDiscarded,
  onReload,
}: QuoteEditorProps) {
  const { content, state, change, flush } = useDraft(quote, draft)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [dialog, setDialog] = useState<'send' | 'discard' | 'templates' | null>(null)
  const navigate = useNavigate()
  const { busy: isDrawing, run } = useSingleRun()
  const send = useSendQuote(quote._id)
  const discard = useDiscardDraft(quote._id)

  useEffect(() => {
    const problems = document.querySelectorAll('[aria-invalid="true"], [data-problem]')
    if (Object.keys(errors).length > 0) problems[0]?.scrollIntoView({ block: 'center' })
  }, [errors])
  const edit: typeof change = (changed) => {
    setErrors({})
    change(changed)
  }
  const preview = () =>
    run(async () => {
      if ((await flush()) === null) return
      await downloadQuotePdf(quote._id, draft.version).catch((error: unknown) =>
        notifyError(errorMessage(error, 'The PDF could not be made.')),
      )
    })
  const confirmSend = async () => {
    const revision = await flush()
    if (revision === null) return setDialog(null)
    send.mutate(revision, {
      onSuccess: ({ link }) => {
        setDialog(null)
        notifySuccess('Your quote is ready to share.')
        onSent(link.url)
      },
      onError: (error) => {
        setDialog(null)
        if (error instanceof ApiError) setErrors(error.fieldErrors)
        notifyError(errorMessage(error, 'The quote could not be sent.'))
      },
    })
  }
  const isFirst = quote.versions.length === 0
  /** Whether another tab has sent or deleted this draft. */
  const isGone = quote.draft?.version !== draft.version && !send.isPending && !discard.isPending
  return (
    <>
      <SaveAlert
        state={isGone ? { kind: 'conflict' } : state}
        onRetry={() => void flush()}
        onReload={() => {
          forgetUnsaved(quote._id)
          onReload()
        }}
      />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <Panel
            title={isFirst ? 'New quote' : `Version ${draft.version}`}
            aside={
              <Button
                variant="default"
                size="sm"
                leftSection={<IconTemplate size={18} aria-hidden />}
                onClick={() => setDialog('templates')}
              >
                Templates
              </Button>
            }
          >
            <TextInput
              label="Trip title"
              placeholder="Six days in Goa"
              maxLength={quoteLimits.title}
              value={content.title}
              error={errors.title}
              onChange={(event) => edit({ title: event.currentTarget.value })}
            />
          </Panel>
          <QuoteDays days={content.days} errors={errors} onChange={(days) => edit({ days })} />
          <Panel title="What the price covers">
            <div className={classes.fields}>
              {(
                [
                  ['inclusions', 'Included', 'Hotel with breakfast\nAirport pick-up and drop'],
                  ['exclusions', 'Not included', 'Flights\nLunch and dinner'],
                  ['terms', 'Terms', '50% in advance. Free cancellation up to 15 days before.'],
                ] as const
              ).map(([field, label, placeholder]) => (
                <Textarea
                  key={field}
                  label={label}
                  description={field === 'terms' ? undefined : 'One per line'}
                  placeholder={placeholder}
                  autosize
                  minRows={3}
                  maxRows={14}
                  maxLength={quoteLimits.list}
                  value={content[field]}
                  error={errors[field]}
                  onChange={(event) => edit({ [field]: event.currentTarget.value })}
                />
              ))}
            </div>
          </Panel>
          {draft.notInPdf.length > 0 && (
            <Alert color="marigold" title="The PDF leaves out some characters" role="status">
              It cannot show {draft.notInPdf.join(' ')}. The traveller sees them on the quote’s page
              only.
            </Alert>
          )}
        </div>
        <div className={classes.stack}>
          <QuotePrice
            content={content}
            errors={errors}
            gstin={quote.agency.gstin}
            onChange={edit}
          />
          <AgencyPanel agency={quote.agency} />
          <Button variant="subtle" color="brick" onClick={() => setDialog('discard')}>
            Delete draft
          </Button>
        </div>
      </div>
      <div className={classes.bar}>
        <p role="status">{saveTexts[state.kind]}</p>
        <BusyButton
          variant="default"
          leftSection={<IconFileTypePdf size={18} aria-hidden />}
          busy={isDrawing}
          onClick={() => void preview()}
        >
          {isDrawing ? 'Making PDF..' : 'Preview PDF'}
        </BusyButton>
        <Button leftSection={<IconSend size={18} aria-hidden />} onClick={() => setDialog('send')}>
          Send quote
        </Button>
      </div>
      <ConfirmDialog
        opened={dialog === 'send'}
        onClose={() => setDialog(null)}
        onConfirm={() => void confirmSend()}
        title={isFirst ? 'Send this quote?' : `Send version ${draft.version}?`}
        confirmLabel="Send"
        busy={send.isPending}
        busyLabel="Sending.."
      >
        You get a link to share by WhatsApp or email. A sent version cannot be changed.
        {!isFirst && ' Links that you have shared show this version from now on.'}
      </ConfirmDialog>
      <ConfirmDialog
        opened={dialog === 'discard'}
        onClose={() => setDialog(null)}
        onConfirm={() =>
          discard.mutate(undefined, {
            onSuccess: () => {
              setDialog(null)
              forgetUnsaved(quote._id)
              notifySuccess('Draft deleted.')
              if (isFirst) void navigate(leaveTo)
              else onDiscarded()
            },
            onError: (error) => notifyError(errorMessage(error, 'The draft could not be deleted.')),
          })
        }
        title="Delete this draft?"
        confirmLabel="Delete draft"
        tone="danger"
        busy={discard.isPending}
        busyLabel="Deleting.."
      >
        What you typed will be lost. Sent versions stay.
      </ConfirmDialog>
      <TemplatesDialog
        opened={dialog === 'templates'}
        onClose={() => setDialog(null)}
        quote={quote}
        flush={flush}
        // The title is ignored, because a new draft gets one from the lead.
        replaces={countQuoteCharacters({ ...content, title: '' }) > 0}
        onUse={({ days, ...texts }) => {
          edit({ ...texts, days: days.map((day) => newDay(day)) })
          setDialog(null)
        }}
      />
    </>
  )
}

const saveTexts: Record<SaveState['kind'], string> = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving..',
  failed: 'Not saved',
  conflict: 'Not saved',
}

function SaveAlert({
  state,
  onRetry,
  onReload,
}: {
  state: SaveState
  onRetry: () => void
  onReload: () => void
}) {
  if (state.kind === 'failed') {
    return (
      <Alert color="brick" mb="md" title="Your changes are not saved" role="alert">
        <p className={classes.text}>{state.problem} What you have typed stays in this tab.</p>
        <Button variant="default" size="sm" onClick={onRetry}>
          Save again
        </Button>
      </Alert>
    )
  }
  if (state.kind === 'conflict') {
    return (
      <Alert color="brick" mb="md" title="This quote was changed elsewhere" role="alert">
        <p className={classes.text}>
          It was saved or sent in another tab or on another device. Copy what you still need from
          the fields, then load the other version.
        </p>
        <Button variant="default" size="sm" onClick={onReload}>
          Load the other version
        </Button>
      </Alert>
    )
  }
  return null
}
