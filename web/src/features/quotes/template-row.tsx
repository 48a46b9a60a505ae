import { Button, TextInput } from '@mantine/core'
import { maxTemplateNameLength, type QuoteTemplate } from '@raahi/contract/quote-templates'
import type { QuoteTexts } from '@raahi/contract/quotes'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { deleteTemplate, readTemplate, renameTemplate, useChangeTemplate } from './quotes.api.ts'
import classes from './quotes.module.css'

/** The action that the row asks to confirm. */
type Question = 'use' | 'rename' | 'delete'

interface TemplateRowProps {
  template: QuoteTemplate
  /** Whether the draft has texts, which the template would replace. */
  replaces: boolean
  onUse: (texts: QuoteTexts) => void
  /** Called before the row, which has the focus, disappears. */
  onDeleted: () => void
}

/** A template in the dialog. A question replaces its buttons. */
export function TemplateRow({ template, replaces, onUse, onDeleted }: TemplateRowProps) {
  const [question, setQuestion] = useState<Question | null>(null)
  const row = useFocusOfQuestion(question)
  const close = () => setQuestion(null)
  const { _id: id, name, destination, days } = template
  const use = () =>
    readTemplate(id).then(
      ({ texts }) => onUse(texts),
      (error: unknown) => notifyError(errorMessage(error, 'The template could not be opened.')),
    )
  return (
    <div ref={row}>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <p className={classes.soft}>
        {destination ? <bdi>{destination}</bdi> : 'Any destination'}, {days}{' '}
        {days === 1 ? 'day' : 'days'}
      </p>
      {question === 'use' && (
        <>
          <p className={classes.text}>Replace the title, days and lists of this draft?</p>
          <div className={classes.buttons}>
            <Button size="sm" data-question="use" onClick={() => void use()}>
              Replace
            </Button>
            <Button variant="default" size="sm" onClick={close}>
              Cancel
            </Button>
          </div>
        </>
      )}
      {question === 'rename' && <RenameForm template={template} onClose={close} />}
      {question === 'delete' && (
        <DeleteQuestion template={template} onClose={close} onDeleted={onDeleted} />
      )}
      {question === null && (
        <div className={classes.buttons}>
          <Button
            variant="default"
            size="sm"
            data-question="use"
            onClick={() => (replaces ? setQuestion('use') : void use())}
            aria-label={`Use ${name}`}
          >
            Use
          </Button>
          <Button
            variant="default"
            size="sm"
            data-question="rename"
            onClick={() => setQuestion('rename')}
            aria-label={`Rename ${name}`}
          >
            Rename
          </Button>
          <Button
            variant="subtle"
            color="brick"
            size="sm"
            data-question="delete"
            onClick={() => setQuestion('delete')}
            aria-label={`Delete ${name}`}
          >
            Delete
          </Button>
        </div>
      )}
    </div>
  )
}

/** Moves the focus into a question, and back to the button that opened it. */
function useFocusOfQuestion(question: Question | null) {
  const row = useRef<HTMLDivElement>(null)
  const last = useRef<Question | null>(null)
  useEffect(() => {
    const wanted = question ?? last.current
    if (question === last.current || wanted === null) return
    last.current = question
    row.current?.querySelector<HTMLElement>(`[data-question="${wanted}"]`)?.focus()
  }, [question])
  return row
}

interface QuestionProps {
  template: QuoteTemplate
  onClose: () => void
}

const showFailure = (error: unknown) =>
  notifyError(errorMessage(error, 'The template could not be changed.'))

function RenameForm({ template: { _id: id, name, destination }, onClose }: QuestionProps) {
  const [newName, setNewName] = useState(name)
  const change = useChangeTemplate()
  const rename = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(() => renameTemplate(id, { name: newName, destination }), {
      onSuccess: onClose,
      onError: showFailure,
    })
  }
  return (
    <form onSubmit={rename}>
      <TextInput
        label="New name"
        data-question="rename"
        maxLength={maxTemplateNameLength}
        value={newName}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setNewName(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <BusyButton type="submit" size="sm" busy={change.isPending}>
          Save name
        </BusyButton>
        <Button variant="default" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function DeleteQuestion({
  template,
  onClose,
  onDeleted,
}: QuestionProps & { onDeleted: () => void }) {
  const change = useChangeTemplate()
  const remove = () =>
    change.mutate(() => deleteTemplate(template._id), {
      onSuccess: () => {
        notifySuccess('Template deleted.')
        onDeleted()
      },
      onError: showFailure,
    })
  return (
    <>
      <p className={classes.text}>Delete this template? It cannot be restored.</p>
      <div className={classes.buttons}>
        <BusyButton color="brick" size="sm" busy={change.isPending} onClick={remove}>
          {change.isPending ? 'Deleting..' : 'Delete template'}
        </BusyButton>
        <Button variant="default" size="sm" data-question="delete" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  )
}
