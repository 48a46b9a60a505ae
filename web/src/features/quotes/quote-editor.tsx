import { Alert, Button, Textarea, TextInput } from '@mantine/core'
import { findQuoteGaps } from '@raahi/contract/quote-gaps'
import { quoteLimits } from '@raahi/contract/quote-limits'
import {
  countQuoteCharacters,
  type Quote,
  type QuoteDraft,
  type QuoteTexts,
} from '@raahi/contract/quotes'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { IconTemplate } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { serverNow } from '../../lib/server-clock.ts'
import { Panel } from '../../ui/panel.tsx'
import { notifyError } from '../../ui/toast.ts'
import { AgencyPanel } from './agency-panel.tsx'
import { DiscardDialog, SendDialog } from './draft-dialogs.tsx'
import { QuoteDays } from './quote-days.tsx'
import { QuotePrice } from './quote-price.tsx'
import { useDiscardDraft, useSendQuote } from './quotes.api.ts'
import classes from './quotes.module.css'
import { EditorBar, SaveAlert } from './save-state.tsx'
import { StartPanel } from './start-panel.tsx'
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
  const start = useStart(content, edit)
  /** Says what is missing before it asks for a confirmation. The server checks it again. */
  const checkAndSend = () => {
    const gaps = findGaps(content, quote)
    if (!gaps) return setDialog('send')
    setErrors(gaps)
    notifyError(Object.values(gaps).join(' '))
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
        <QuoteTextFields
          {...{ quote, draft, content, errors, start }}
          onChange={edit}
          onTemplates={() => setDialog('templates')}
        />
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
        isPriceMissing={content.pricePerPersonPaise === 0}
        onSend={checkAndSend}
      />
      <SendDialog {...dialogOf('send')} {...props} send={send} flush={flush} onErrors={setErrors} />
      <DiscardDialog {...dialogOf('discard')} {...props} discard={discard} />
      <TemplatesDialog
        {...dialogOf('templates')}
        quote={quote}
        flush={flush}
        replaces={!start.isEmpty}
        onUse={(texts) => {
          start.use(texts)
          setDialog(null)
        }}
      />
    </>
  )
}

interface QuoteTextFieldsProps {
  quote: Quote
  draft: QuoteDraft
  content: EditedContent
  errors: Record<string, string>
  start: ReturnType<typeof useStart>
  onChange: (changed: Partial<EditedContent>) => void
  onTemplates: () => void
}

/** Title, days and lists, and what an empty first draft can start with. */
function QuoteTextFields(props: QuoteTextFieldsProps) {
  const { quote, draft, content, errors, start, onChange, onTemplates } = props
  const isFirst = quote.versions.length === 0
  return (
    <div className={classes.stack}>
      <TitlePanel
        heading={isFirst ? 'New quote' : `Version ${draft.version}`}
        title={content.title}
        error={errors.title}
        onChange={(title) => onChange({ title })}
        onTemplates={onTemplates}
      />
      {isFirst && start.isOffered && (
        <StartPanel quote={quote} onUse={start.use} onTemplates={onTemplates} />
      )}
      <QuoteDays days={content.days} errors={errors} onChange={(days) => onChange({ days })} />
      <CoveragePanel content={content} errors={errors} onChange={onChange} />
      <MissingInPdf characters={draft.notInPdf} />
    </div>
  )
}

/** What the draft starts with: the texts of a sample, a template or another quote. */
function useStart(
  content: EditedContent,
  edit: (changed: Partial<EditedContent>) => void,
): { isEmpty: boolean; isOffered: boolean; use: (texts: Partial<QuoteTexts>) => void } {
  // The title is ignored, because a new draft gets one from the lead.
  const isEmpty = countQuoteCharacters({ ...content, title: '' }) === 0
  /** The days of the chosen start. Until the agent changes them, another start can be chosen. */
  const [started, setStarted] = useState<EditedContent['days'] | null>(null)
  const use = ({ days, ...texts }: Partial<QuoteTexts>) => {
    const edited = days?.map((day) => newDay(day)) ?? content.days
    setStarted(edited)
    edit({ ...texts, days: edited })
  }
  return { isEmpty, isOffered: isEmpty || content.days === started, use }
}

/** The missing fields with their messages; null if the quote can be sent. */
function findGaps(content: EditedContent, { agency }: Quote): Record<string, string> | null {
  const gaps = findQuoteGaps(content, { gstin: agency.gstin, today: dayInIndia(serverNow()) })
  return Object.keys(gaps).length === 0 ? null : gaps
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
