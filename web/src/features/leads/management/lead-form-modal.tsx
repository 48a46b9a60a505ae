import { useForm } from '@mantine/form'
import type { Lead, leadForm } from '@raahi/contract/leads'
import type { DefaultError, MutateOptions } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import type { z } from 'zod'
import { ApiError, errorWithReason } from '../../../lib/api-error.ts'
import { useDiscardQuestion } from '../../../ui/discard-question.tsx'
import { FormModal, submitsForNext } from '../../../ui/form-modal.tsx'
import { LeadFormFields } from './lead-form-fields.tsx'
import {
  emptyLeadForm,
  type LeadFormKind,
  type LeadFormValues,
  leadFormBody,
  leadFormErrors,
  placeFieldErrors,
} from './lead-form-values.ts'

/** The call that takes the form: the state of its mutation, and how it is made. */
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
  /** A second button that saves, for what follows. */
  nextLabel?: string | undefined
  /** What the fields hold when it opens; one and the same object while it is open. */
  start: LeadFormValues
  saving: LeadSaving
  kind?: LeadFormKind
  /** The hint below the lead type, for what the fields hold. */
  leadTypeHint?: ((values: LeadFormValues) => string | undefined) | undefined
  /** @param forNext whether the second button was pressed */
  onSaved: (lead: Lead, forNext: boolean) => void
  /** Shown above the fields. */
  note?: ReactNode
  /** In place of the error's own text, where a refusal has more to say; what was typed can then no longer be saved. */
  refusal?: ReactNode
}

/** The lead form in a dialog, whichever call takes it: errors under the fields, what was typed is kept. */
export function LeadFormModal({
  opened,
  onClose,
  title,
  submitLabel,
  nextLabel,
  start,
  saving,
  kind = 'entered',
  leadTypeHint,
  onSaved,
  note,
  refusal,
}: LeadFormModalProps) {
  const form = useForm<LeadFormValues>({
    mode: 'controlled',
    initialValues: emptyLeadForm,
    validate: (values) => leadFormErrors(values, kind),
  })
  const unsaved = opened && form.isDirty() && !saving.isSuccess && !refusal
  const { close, question } = useDiscardQuestion({
    opened,
    unsaved,
    busy: saving.isPending,
    onClose,
    text: 'This lead has unsaved changes.',
  })

  // Only opening it fills the form anew, not each change of the form itself.
  const wasOpened = useRef(false)
  useEffect(() => {
    // An open form that is filled anew starts at the top. When it opens, the dialog sets the focus.
    if (opened && wasOpened.current) form.getInputNode('name')?.focus()
    wasOpened.current = opened
    if (!opened) return
    form.setInitialValues(start)
    form.reset()
    saving.reset()
  }, [opened, start])

  const showErrors = (errors: Record<string, string>) => {
    form.setErrors(errors)
    const [first] = Object.keys(emptyLeadForm).filter((name) => errors[name])
    if (first) form.getInputNode(first)?.focus()
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const errors = {
      ...leadFormErrors(form.getValues(), kind),
      ...unreadableDate(event.currentTarget),
    }
    if (Object.keys(errors).length > 0) {
      saving.reset()
      showErrors(errors)
      return
    }
    const forNext = submitsForNext(event)
    saving.save(leadFormBody(form.getValues()), {
      onSuccess: (lead) => onSaved(lead, forNext),
      onError: (error) => {
        if (error instanceof ApiError) showErrors(placeFieldErrors(error.fieldErrors).placed)
      },
    })
  }

  return (
    <>
      <FormModal
        opened={opened}
        onClose={close}
        title={title}
        onSubmit={submit}
        submitLabel={submitLabel}
        nextLabel={nextLabel}
        busy={saving.isPending}
        error={saving.isError && (refusal || <SaveFailure error={saving.error} />)}
        size="46rem"
      >
        {note}
        <LeadFormFields form={form} kind={kind} leadTypeHint={leadTypeHint?.(form.values)} />
      </FormModal>
      {question}
    </>
  )
}

function SaveFailure({ error }: { error: unknown }) {
  const unplaced = error instanceof ApiError ? placeFieldErrors(error.fieldErrors).unplaced : []
  const failed = errorWithReason(error, 'An error occurred while saving the lead.')
  return <>{[failed, ...unplaced].join(' ')}</>
}

/** A half-typed date reads as empty: the field alone knows its text. */
function unreadableDate(form: HTMLFormElement): Record<string, string> {
  const input = form.elements.namedItem('travelDate')
  return input instanceof HTMLInputElement && input.validity.customError
    ? { travelDate: input.validationMessage }
    : {}
}
