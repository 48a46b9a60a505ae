import type { Plan } from '@raahi/contract/plans'
import { useEffect } from 'react'
import { ApiError, isRefusal } from '../../../lib/api-error.ts'
import { useCheckedForm } from '../../../lib/use-checked-form.ts'
import { useDiscardQuestion } from '../../../ui/discard-question.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { notifySuccess } from '../../../ui/toast.ts'
import { PlanFormFailure } from './plan-form-failure.tsx'
import { PlanFormFields } from './plan-form-fields.tsx'
import {
  emptyPlanForm,
  isFilled,
  lacksRequired,
  type PlanFormValues,
  planFieldErrors,
  planFormErrors,
  planFormValues,
} from './plan-form-values.ts'
import { useSavePlan } from './use-save-plan.ts'

type PlanFormDialogProps = {
  /** The plan to edit; null for a new one. */
  plan: Plan | null
  opened: boolean
  onClose: () => void
  /** Called before the list is refetched. */
  onDone: () => void
}

/** The form for a new plan and for editing a plan. */
export function PlanFormDialog({ plan, opened, onClose, onDone }: PlanFormDialogProps) {
  const editing = plan !== null
  const save = useSavePlan(plan, opened)
  const form = useCheckedForm<PlanFormValues>({
    initialValues: emptyPlanForm,
    validate: (values) => ({
      ...planFormErrors(values, { editing }),
      ...(lacksRequired(values, { editing }) && { form: 'Please fill in all required fields' }),
    }),
  })
  const { close, question } = useDiscardQuestion({
    opened,
    unsaved: opened && form.isDirty() && !save.isSuccess,
    busy: save.isPending,
    onClose,
    text: editing ? 'This plan has changes that are not saved.' : 'This plan is not added yet.',
  })

  // The form is filled in only when it opens, so that a refetch of the list does not overwrite the input.
  useEffect(() => {
    if (!opened) return
    form.fill(plan ? planFormValues(plan) : emptyPlanForm)
    save.reset()
  }, [opened, plan])

  const submit = form.onSubmit((values) => {
    onDone()
    save.mutate(values, {
      onSuccess: (saved) => {
        notifySuccess(`Plan ${editing ? 'updated' : 'added'}: ${saved.planName}.`)
        onClose()
      },
      onError: (error) => {
        if (error instanceof ApiError) form.showErrors(planFieldErrors(error))
      },
    })
  })

  return (
    <>
      <FormModal
        opened={opened}
        onClose={close}
        title={editing ? 'Edit Plan' : 'Add New Plan'}
        onSubmit={(event) => {
          save.reset()
          submit(event)
        }}
        submitLabel={editing ? 'Update Plan' : 'Add Plan'}
        submitDisabled={!editing && !isFilled(form.values)}
        busy={save.isPending}
        busyLabel="Processing.."
        error={
          form.errors.form ||
          (save.isError && (
            <PlanFormFailure
              error={save.error}
              editing={editing}
              changes={isRefusal(save.error, 'PLAN_CHANGED') ? save.changedMeanwhile : []}
            />
          ))
        }
        size="40rem"
      >
        <PlanFormFields form={form} editing={editing} />
      </FormModal>
      {question}
    </>
  )
}
