import { Alert, Button, TextInput } from '@mantine/core'
import { maxTemplateNameLength, type QuoteTemplate } from '@raahi/contract/quote-templates'
import type { Quote, QuoteTexts } from '@raahi/contract/quotes'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { ViewModal } from '../../ui/view-modal.tsx'
import {
  createTemplate,
  deleteTemplate,
  readTemplate,
  renameTemplate,
  useChangeTemplate,
  useTemplates,
} from './quotes.api.ts'
import classes from './quotes.module.css'

interface TemplatesDialogProps {
  opened: boolean
  onClose: () => void
  quote: Quote
  /** Saves the draft first; null if it failed. */
  flush: () => Promise<number | null>
  /** Replaces the texts of the draft. */
  onUse: (texts: QuoteTexts) => void
}

/** The agent's templates: begin with one, save the draft as one, rename and delete. */
export function TemplatesDialog({ opened, onClose, quote, flush, onUse }: TemplatesDialogProps) {
  return (
    <ViewModal opened={opened} onClose={onClose} title="Templates" size="34rem">
      <div className={classes.stack}>
        <TemplateList onUse={onUse} />
        <SaveTemplate quote={quote} flush={flush} />
      </div>
    </ViewModal>
  )
}

function TemplateList({ onUse }: Pick<TemplatesDialogProps, 'onUse'>) {
  const { data: templates, error } = useTemplates()
  if (error)
    return <Alert color="brick">{errorMessage(error, 'Your templates could not be loaded.')}</Alert>
  if (!templates) return <p className={classes.soft}>Loading your templates..</p>
  if (templates.length === 0) {
    return <p className={classes.soft}>You have no template yet. Save a good quote as one.</p>
  }
  return (
    <ul className={classes.list}>
      {templates.map((template) => (
        <li key={template._id}>
          <Template template={template} onUse={onUse} />
        </li>
      ))}
    </ul>
  )
}

function Template({
  template,
  onUse,
}: { template: QuoteTemplate } & Pick<TemplatesDialogProps, 'onUse'>) {
  const [newName, setNewName] = useState<string | null>(null)
  const change = useChangeTemplate()
  const { _id: id, name, destination, days } = template
  const use = () =>
    readTemplate(id).then(
      ({ texts }) => onUse(texts),
      (error: unknown) => notifyError(errorMessage(error, 'The template could not be opened.')),
    )
  const failed = (error: unknown) =>
    notifyError(errorMessage(error, 'The template could not be changed.'))
  if (newName !== null) {
    const rename = (event: FormEvent) => {
      event.preventDefault()
      change.mutate(() => renameTemplate(id, { name: newName, destination }), {
        onSuccess: () => setNewName(null),
        onError: failed,
      })
    }
    return (
      <form onSubmit={rename}>
        <TextInput
          label="New name"
          data-autofocus
          maxLength={maxTemplateNameLength}
          value={newName}
          onChange={(event) => setNewName(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <BusyButton type="submit" size="sm" busy={change.isPending}>
            Save name
          </BusyButton>
          <Button variant="default" size="sm" onClick={() => setNewName(null)}>
            Cancel
          </Button>
        </div>
      </form>
    )
  }
  return (
    <>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <p className={classes.soft}>
        {destination ? <bdi>{destination}</bdi> : 'Any destination'}, {days}{' '}
        {days === 1 ? 'day' : 'days'}
      </p>
      <div className={classes.buttons}>
        <Button size="sm" onClick={() => void use()} aria-label={`Use ${name}`}>
          Use
        </Button>
        <Button
          variant="default"
          size="sm"
          onClick={() => setNewName(name)}
          aria-label={`Rename ${name}`}
        >
          Rename
        </Button>
        <BusyButton
          variant="subtle"
          color="brick"
          size="sm"
          busy={change.isPending}
          onClick={() =>
            change.mutate(() => deleteTemplate(id), {
              onSuccess: () => notifySuccess('Template deleted.'),
              onError: failed,
            })
          }
          aria-label={`Delete ${name}`}
        >
          Delete
        </BusyButton>
      </div>
    </>
  )
}

function SaveTemplate({ quote, flush }: Pick<TemplatesDialogProps, 'quote' | 'flush'>) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')
  const change = useChangeTemplate()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setProblem('')
    if (name.trim() === '') return setProblem('Enter a name for this template.')
    if ((await flush()) === null) return setProblem('The draft could not be saved.')
    const body = { quoteId: quote._id, name, destination: quote.lead.destination ?? '' }
    change.mutate(() => createTemplate(body), {
      onSuccess: () => {
        setName('')
        notifySuccess('Template saved.')
      },
      onError: (error) => setProblem(errorMessage(error, 'The template could not be saved.')),
    })
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <TextInput
        label="Save this draft as a template"
        description="Texts only, without the price. Leave out the name of the traveller."
        placeholder="Goa, 6 days, 3 stars"
        maxLength={maxTemplateNameLength}
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <BusyButton type="submit" variant="default" busy={change.isPending}>
          Save template
        </BusyButton>
      </div>
    </form>
  )
}
