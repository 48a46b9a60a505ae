import { TextInput } from '@mantine/core'
import { adminEmailIsOwn, updateUserBody } from '@raahi/contract/update-user'
import type { User } from '@raahi/contract/users'
import { useEffect } from 'react'
import { ApiError, errorMessage } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { useDiscardQuestion } from '../../ui/discard-question.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { type AccountValues, accountFieldErrors, accountValues } from './public/account-values.ts'
import { BillingFields } from './public/billing-fields.tsx'
import { useUpdateUser } from './users.api.ts'

type UpdateUserDialogProps = { user: User; opened: boolean; onClose: () => void }

/** The form with the fields of a user that an admin may change. */
export function UpdateUserDialog({ user, opened, onClose }: UpdateUserDialogProps) {
  const update = useUpdateUser()
  const form = useCheckedForm<AccountValues>({
    initialValues: accountValues(user),
    validate: (values) => fieldErrorsOf(updateUserBody, values),
  })
  // The form is filled in only when it opens, so that a refetch of the user does not overwrite the input.
  useEffect(() => {
    if (!opened) return
    form.fill(accountValues(user))
    update.reset()
  }, [opened])

  const { close, question } = useDiscardQuestion({
    opened,
    unsaved: opened && form.isDirty() && !update.isSuccess,
    busy: update.isPending,
    onClose,
    text: 'This user has unsaved changes.',
  })
  const submit = form.onSubmit((values) => {
    update.mutate(
      { ...values, userId: user._id },
      {
        onSuccess: () => {
          notifySuccess('User updated successfully!')
          onClose()
        },
        onError: (error) => {
          if (error instanceof ApiError) form.showErrors(accountFieldErrors(error))
        },
      },
    )
  })
  return (
    <>
      <FormModal
        opened={opened}
        onClose={close}
        title="Update User"
        onSubmit={submit}
        submitLabel="Update User"
        busy={update.isPending}
        error={update.isError && errorMessage(update.error, 'Update failed')}
        size="38rem"
      >
        <FormSection>
          <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
          <TextInput
            label="Email"
            type="email"
            autoComplete="off"
            readOnly={user.role === 'admin'}
            description={user.role === 'admin' && adminEmailIsOwn}
            {...form.getInputProps('email')}
          />
          <PhoneField autoComplete="off" {...form.getInputProps('phone')} />
          <TextInput label="City" autoComplete="off" {...form.getInputProps('city')} />
          <TextInput label="Company" autoComplete="off" {...form.getInputProps('companyName')} />
        </FormSection>
        {user.role === 'user' && <BillingFields form={form} />}
      </FormModal>
      {question}
    </>
  )
}
