import { useForm } from '@mantine/form'
import type { Lead } from '@raahi/contract/leads'
import { type FormEvent, useEffect } from 'react'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { useDiscardQuestion } from '../../ui/discard-question.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useSaveLead } from './admin-leads.api.ts'
import { LeadFormFields } from './lead-form-fields.tsx'
import {
  emptyLeadForm,
  type LeadFormValues,
  leadFormBody,
  leadFormErrors,
  leadFormValues,
  placeFieldErrors,
} from './lead-form-values.ts'

type LeadFormDialogProps = {
  /** The lead to edit; null for a new one. */
  lead: Lead | null
  opened: boolean
  onClose: () => void
}

/** The one form for a new lead and for editing one. Loaded when it is first wanted. */
export default function LeadFormDialog({ lead, opened, onClose }: LeadFormDialogProps) {
  const save = useSaveLead()
  const form = useForm<LeadFormValues>({
    mode: 'controlled',
    initialValues: emptyLeadForm,
    validate: leadFormErrors,
  })
  const unsaved = opened && form.isDirty() && !save.isSuccess
  const { close, question } = useDiscardQuestion({
    opened,
    unsaved,
    busy: save.isPending,
    onClose,
    text: 'This lead has changes that are not saved.',
  })

  // Only opening it fills the form anew, not each change of the form itself.
  useEffect(() => {
    if (!opened) return
    form.setInitialValues(lead ? leadFormValues(lead) : emptyLeadForm)
    form.reset()
    save.reset()
  }, [opened, lead])

  const showErrors = (errors: Record<string, string>) => {
    form.setErrors(errors)
    const [first] = Object.keys(emptyLeadForm).filter((name) => errors[name])
    if (first) form.getInputNode(first)?.focus()
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const errors = { ...leadFormErrors(form.getValues()), ...unreadableDate(event.currentTarget) }
    if (Object.keys(errors).length > 0) {
      save.reset()
      showErrors(errors)
      return
    }
    save.mutate(
      { id: lead?._id ?? null, body: leadFormBody(form.getValues()) },
      {
        onSuccess: () => {
          notifySuccess(lead ? 'Lead updated successfully!' : 'Lead saved successfully!')
          onClose()
        },
        onError: (error) => {
          if (error instanceof ApiError) showErrors(placeFieldErrors(error.fieldErrors).placed)
        },
      },
    )
  }

  return (
    <>
      <FormModal
        opened={opened}
        onClose={close}
        title={lead ? 'Edit Travel Lead' : 'Add New Travel Lead'}
        onSubmit={submit}
        submitLabel={lead ? 'Update Lead' : 'Save Lead'}
        busy={save.isPending}
        error={save.isError && <SaveFailure error={save.error} />}
        size="46rem"
      >
        <LeadFormFields form={form} />
      </FormModal>
      {question}
    </>
  )
}

function SaveFailure({ error }: { error: unknown }) {
  const unplaced = error instanceof ApiError ? placeFieldErrors(error.fieldErrors).unplaced : []
  return (
    <>{['An error occurred while saving the lead.', messageOf(error), ...unplaced].join(' ')}</>
  )
}

/** A half-typed date reads as empty: the browser alone knows that something stands there. */
function unreadableDate(form: HTMLFormElement): Record<string, string> {
  const input = form.elements.namedItem('travelDate')
  return input instanceof HTMLInputElement && input.validity.badInput
    ? { travelDate: 'Enter the whole date, or clear it.' }
    : {}
}
