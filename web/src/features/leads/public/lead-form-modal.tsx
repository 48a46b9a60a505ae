import type { FieldErrors } from '@raahi/contract/errors'
import type { KnownLead, Lead, leadForm } from '@raahi/contract/leads'
import type { DefaultError, MutateOptions } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError, errorWithReason } from '../../../lib/api-error.ts'
import { useCheckedForm } from '../../../lib/use-checked-form.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useDiscardQuestion } from '../../../ui/discard-question.tsx'
import { FormModal, submitsForNext } from '../../../ui/form-modal.tsx'
import { useReadKnownLeads } from '../management/known-leads.api.ts'
import { KnownContactNote, KnownLeadList } from '../management/known-leads.tsx'
import { LeadFormFields } from '../management/lead-form-fields.tsx'
import {
  emptyLeadForm,
  type LeadFormKind,
  type LeadFormValues,
  leadFormBody,
  leadFormErrors,
  placeFieldErrors,
} from './lead-form-values.ts'

/** The call that saves the form: the state of its mutation, and the function that starts it. */
type LeadSaving = {
  isPending: boolean
  isError: boolean
  isSuccess: boolean
  error: DefaultError | null
  reset: () => void
  save: (
    body: z.input<typeof leadForm>,
    callbacks: Pick<MutateOptions<Lead, DefaultError, unknown>, 'onSuccess' | 'onError'>,
  ) => void
}

type LeadFormModalProps = {
  opened: boolean
  onClose: () => void
  title: string
  submitLabel: string
  /** Label of a second button, which saves and continues with the next record. */
  nextLabel?: string | undefined
  /** The initial values. Must stay the same object while the form is open. */
  start: LeadFormValues
  saving: LeadSaving
  /** Whether saving creates a lead. Then the form warns about a contact of earlier leads, and asks before it is saved again. */
  isNew: boolean
  kind?: LeadFormKind
  /** Returns the hint below the lead type for the current values. */
  leadTypeHint?: ((values: LeadFormValues) => string | undefined) | undefined
  /** @param forNext whether the second button was pressed */
  onSaved: (lead: Lead, forNext: boolean) => void
  /** Shown above the fields. */
  note?: ReactNode
  /** Replaces the text of the error if the refusal is final. The input can then no longer be saved. */
  refusal?: ReactNode
}

/** The lead form in a dialog, for any call that saves it. Shows errors under the fields and keeps the input. */
export function LeadFormModal({
  opened,
  onClose,
  title,
  submitLabel,
  nextLabel,
  start,
  saving,
  isNew,
  kind = 'entered',
  leadTypeHint,
  onSaved,
  note,
  refusal,
}: LeadFormModalProps) {
  const form = useCheckedForm<LeadFormValues>({
    initialValues: emptyLeadForm,
    validate: (values): FieldErrors => ({
      ...leadFormErrors(values, kind),
      ...unreadableDate(form.getInputNode('travelDate')),
    }),
  })
  const { close, question } = useDiscardQuestion({
    opened,
    unsaved: opened && form.isDirty() && !saving.isSuccess && !refusal,
    busy: saving.isPending,
    onClose,
    text: 'This lead has unsaved changes.',
  })

  // The form is filled in only when it opens or gets another `start`, not after each change of `form`.
  const wasOpened = useRef(false)
  useEffect(() => {
    // If an open form is filled in again, the focus moves to its first field. When it opens, the dialog sets the focus.
    if (opened && wasOpened.current) form.getInputNode('name')?.focus()
    wasOpened.current = opened
    if (!opened) return
    form.fill(start)
    saving.reset()
  }, [opened, start])

  const save = (forNext: boolean) => {
    saving.save(leadFormBody(form.getValues()), {
      onSuccess: (lead) => onSaved(lead, forNext),
      onError: (error) => {
        if (error instanceof ApiError) form.showErrors(placeFieldErrors(error.fieldErrors).placed)
      },
    })
  }
  const known = useKnownContactQuestion(save)
  const submit = form.onSubmit((values, event) => {
    const forNext = event !== undefined && submitsForNext(event)
    if (isNew) void known.saveOrAsk(values, forNext)
    else save(forNext)
  })
  return (
    <>
      <FormModal
        opened={opened}
        onClose={close}
        title={title}
        onSubmit={(event) => {
          saving.reset()
          submit(event)
        }}
        submitLabel={submitLabel}
        nextLabel={nextLabel}
        busy={saving.isPending || known.isReading}
        error={saving.isError && (refusal || <SaveFailure error={saving.error} />)}
        size="46rem"
      >
        {note}
        {isNew && opened && <KnownContactNote contact={form.values} />}
        <LeadFormFields form={form} kind={kind} leadTypeHint={leadTypeHint?.(form.values)} />
      </FormModal>
      {question}
      {known.question}
    </>
  )
}

/** Asks before a contact of earlier leads is saved again. */
function useKnownContactQuestion(save: (forNext: boolean) => void) {
  const readKnownLeads = useReadKnownLeads()
  const [isReading, setReading] = useState(false)
  const [asked, setAsked] = useState<{ known: readonly KnownLead[]; forNext: boolean } | null>(null)
  const saveOrAsk = async (values: LeadFormValues, forNext: boolean) => {
    setReading(true)
    const known = await readKnownLeads(values)
    setReading(false)
    if (known.length > 0) setAsked({ known, forNext })
    else save(forNext)
  }
  const question = (
    <ConfirmDialog
      opened={asked !== null}
      onClose={() => setAsked(null)}
      onConfirm={() => {
        setAsked(null)
        if (asked) save(asked.forNext)
      }}
      title="Save a known contact again?"
      confirmLabel="Save anyway"
      cancelLabel="Keep editing"
    >
      <p>Agents may get their money back for a lead whose contact was sold before.</p>
      {asked && <KnownLeadList known={asked.known} />}
    </ConfirmDialog>
  )
  return { isReading, saveOrAsk, question }
}

function SaveFailure({ error }: { error: unknown }) {
  const unplaced = error instanceof ApiError ? placeFieldErrors(error.fieldErrors).unplaced : []
  const failed = errorWithReason(error, 'An error occurred while saving the lead.')
  return <>{[failed, ...unplaced].join(' ')}</>
}

/** The error of an incomplete date. The form value is empty then, so only the input has the error. */
function unreadableDate(input: HTMLInputElement | null): FieldErrors {
  return input?.validity.customError ? { travelDate: input.validationMessage } : {}
}
