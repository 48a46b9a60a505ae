import { TextInput } from '@mantine/core'
import { maxTemplateNameLength } from '@raahi/contract/quote-templates'
import type { Quote, QuoteTexts } from '@raahi/contract/quotes'
import { useRef } from 'react'
import { errorMessage, errorWithReason } from '../../lib/api-error.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { ViewModal } from '../../ui/view-modal.tsx'
import { createTemplate, useChangeTemplate, useTemplates } from './quotes.api.ts'
import classes from './quotes.module.css'
import { TemplateRow } from './template-row.tsx'

interface TemplatesDialogProps {
  opened: boolean
  onClose: () => void
  quote: Quote
  /** Saves the draft first. @returns the revision, or null if the save failed */
  flush: () => Promise<number | null>
  /** Whether the draft has texts, which a template would replace. */
  replaces: boolean
  /** Replaces the texts of the draft. */
  onUse: (texts: QuoteTexts) => void
}

/** The agent's templates: use, save the draft as a template, rename and delete. */
export function TemplatesDialog(props: TemplatesDialogProps) {
  const { opened, onClose, quote, flush, replaces, onUse } = props
  return (
    <ViewModal opened={opened} onClose={onClose} title="Templates" size="34rem">
      <div className={classes.stack}>
        <TemplateList replaces={replaces} onUse={onUse} />
        <SaveTemplate quote={quote} flush={flush} />
      </div>
    </ViewModal>
  )
}

function TemplateList({ replaces, onUse }: Pick<TemplatesDialogProps, 'replaces' | 'onUse'>) {
  const { data: templates, error, refetch, isFetching } = useTemplates()
  const list = useRef<HTMLDivElement>(null)
  if (error) {
    return (
      <ErrorState
        text={errorWithReason(error, 'Your templates could not be loaded.')}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    )
  }
  if (!templates) return <p className={classes.soft}>Loading your templates...</p>
  return (
    // Gets the focus after a row was deleted.
    <div ref={list} tabIndex={-1}>
      {templates.length === 0 ? (
        <p className={classes.soft}>You have no templates yet. Save a good quote as one.</p>
      ) : (
        <ul className={classes.list}>
          {templates.map((template) => (
            <li key={template._id}>
              <TemplateRow
                template={template}
                replaces={replaces}
                onUse={onUse}
                onDeleted={() => list.current?.focus()}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function SaveTemplate({ quote, flush }: Pick<TemplatesDialogProps, 'quote' | 'flush'>) {
  const change = useChangeTemplate()
  const form = useCheckedForm({
    initialValues: { name: '' },
    validate: ({ name }) => ({
      name: name.trim() === '' ? 'Enter a name for this template.' : undefined,
    }),
  })
  const save = form.onSubmit(async ({ name }) => {
    if ((await flush()) === null) return form.showErrors({ name: 'The draft could not be saved.' })
    const body = { quoteId: quote._id, name, destination: quote.lead.destination ?? '' }
    change.mutate(() => createTemplate(body), {
      onSuccess: () => {
        form.reset()
        notifySuccess('Template saved.')
      },
      onError: (error) =>
        form.showErrors({ name: errorMessage(error, 'The template could not be saved.') }),
    })
  })
  return (
    <form onSubmit={save}>
      <TextInput
        label="Save this draft as a template"
        description="Texts only, without the price. Leave out the name of the traveller."
        placeholder="Goa, 6 days, 3 stars"
        maxLength={maxTemplateNameLength}
        {...form.getInputProps('name')}
      />
      <div className={classes.buttons}>
        <BusyButton type="submit" variant="default" busy={change.isPending}>
          Save template
        </BusyButton>
      </div>
    </form>
  )
}
