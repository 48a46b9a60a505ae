import { Alert, Button, Textarea, TextInput } from '@mantine/core'
import { quoteLimits } from '@raahi/contract/quote-limits'
import { countQuoteCharacters, type Quote, type QuoteDraft } from '@raahi/contract/quotes'
import { IconTemplate } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { AgencyPanel } from './agency-panel.tsx'
import { DiscardDialog, SendDialog } from './draft-dialogs.tsx'
import { QuoteDays } from './quote-days.tsx'
import { QuotePrice } from './quote-price.tsx'
import { useDiscardDraft, useSendQuote } from './quotes.api.ts'
import classes from './quotes.module.css'
import { EditorBar, SaveAlert } from './save-state.tsx'
import { TemplatesDialog } from './templates-dialog.tsx'
import { type EditedContent, forgetUnsaved, newDay, useDraft } from './use-draft.ts'

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
export function QuoteEditor(props: QuoteEditorProps) {
  const { quote, draft, onReload } = props
  const { content, state, change, flush } = useDraft(quote, draft)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [dialog, setDialog] = useState<'send' | 'discard' | 'templates' | null>(null)
  const send = useSendQuote()
  const discard = useDiscardDraft()
  useScrollToProblem(errors)
  const edit: typeof change = (changed) => {
    setErrors({})
    change(changed)
  }
  const dialogOf = (name: typeof dialog) => ({
    opened: dialog === name,
    onClose: () => setDialog(null),
  })
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
          <TitlePanel
            heading={quote.versions.length === 0 ? 'New quote' : `Version ${draft.version}`}
            title={content.title}
            error={errors.title}
            onChange={(title) => edit({ title })}
            onTemplates={() => setDialog('templates')}
          />
          <QuoteDays days={content.days} errors={errors} onChange={(days) => edit({ days })} />
          <CoveragePanel content={content} errors={errors} onChange={edit} />
          <MissingInPdf characters={draft.notInPdf} />
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
      <EditorBar
        quote={quote}
        version={draft.version}
        state={state}
        flush={flush}
        onSend={() => setDialog('send')}
      />
      <SendDialog {...dialogOf('send')} {...props} send={send} flush={flush} onErrors={setErrors} />
      <DiscardDialog {...dialogOf('discard')} {...props} discard={discard} />
      <TemplatesDialog
        {...dialogOf('templates')}
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

function useScrollToProblem(errors: Record<string, string>) {
  useEffect(() => {
    const problems = document.querySelectorAll('[aria-invalid="true"], [data-problem]')
    if (Object.keys(errors).length > 0) problems[0]?.scrollIntoView({ block: 'center' })
  }, [errors])
}

function MissingInPdf({ characters }: { characters: readonly string[] }) {
  if (characters.length === 0) return null
  return (
    <Alert color="marigold" title="The PDF leaves out some characters" role="status">
      It cannot show {characters.join(' ')}. The traveller sees them on the quote’s page only.
    </Alert>
  )
}

interface TitlePanelProps {
  heading: string
  title: string
  error: string | undefined
  onChange: (title: string) => void
  onTemplates: () => void
}

function TitlePanel({ heading, title, error, onChange, onTemplates }: TitlePanelProps) {
  return (
    <Panel
      title={heading}
      aside={
        <Button
          variant="default"
          size="sm"
          leftSection={<IconTemplate size={18} aria-hidden />}
          onClick={onTemplates}
        >
          Templates
        </Button>
      }
    >
      <TextInput
        label="Trip title"
        placeholder="Six days in Goa"
        maxLength={quoteLimits.title}
        value={title}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Panel>
  )
}

const lists = [
  ['inclusions', 'Included', 'Hotel with breakfast\nAirport pick-up and drop'],
  ['exclusions', 'Not included', 'Flights\nLunch and dinner'],
  ['terms', 'Terms', '50% in advance. Free cancellation up to 15 days before.'],
] as const

interface CoveragePanelProps {
  content: EditedContent
  errors: Record<string, string>
  onChange: (changed: Partial<EditedContent>) => void
}

function CoveragePanel({ content, errors, onChange }: CoveragePanelProps) {
  return (
    <Panel title="What the price covers">
      <div className={classes.fields}>
        {lists.map(([field, label, placeholder]) => (
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
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
          />
        ))}
      </div>
    </Panel>
  )
}
