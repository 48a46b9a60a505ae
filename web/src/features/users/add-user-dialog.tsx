import { Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { useDiscardQuestion } from '../../ui/discard-question.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { RegistrationFields } from '../auth/public/registration-fields.tsx'
import { useRegistration } from '../auth/public/use-registration.ts'
import { useRefreshUsers } from './users.api.ts'

type AddUserDialogProps = { opened: boolean; onClose: () => void }

/** Creates an agent account for another person. */
export function AddUserDialog({ opened, onClose }: AddUserDialogProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  const refresh = useRefreshUsers()
  const { form, busy, submit } = useRegistration({
    asAdmin: true,
    onDone: () => {
      setDone(true)
      refresh()
      notifySuccess('User registered successfully!')
      onClose()
    },
    onFailed: (error) => setFailure(errorMessage(error, 'Failed to register user')),
  })
  // The form is emptied only when it opens, not after each change of `form`.
  useEffect(() => {
    if (!opened) return
    form.reset()
    setFailure(null)
    setDone(false)
  }, [opened])

  const { close, question } = useDiscardQuestion({
    opened,
    unsaved: opened && !done && form.isDirty(),
    busy,
    onClose,
    text: 'This user has not been added yet.',
  })
  return (
    <>
      <FormModal
        opened={opened}
        onClose={close}
        title="Add New User"
        onSubmit={(event) => {
          setFailure(null)
          submit(event)
        }}
        submitLabel="Add User"
        busy={busy}
        busyLabel="Adding.."
        error={failure}
        size="46rem"
      >
        <Stack gap="md">
          <RegistrationFields form={form} forOther />
        </Stack>
      </FormModal>
      {question}
    </>
  )
}
