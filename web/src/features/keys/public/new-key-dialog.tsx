import { TextInput } from '@mantine/core'
import { keyNameLength } from '@raahi/contract/key-scopes'
import { type SourceKey, sourceKeyForm } from '@raahi/contract/keys'
import { type ReactNode, useState } from 'react'
import { errorWithReason } from '../../../lib/api-error.ts'
import { fieldErrorsOf } from '../../../lib/form-errors.ts'
import { useCheckedForm } from '../../../lib/use-checked-form.ts'
import type { useSingleMutation } from '../../../lib/use-single-mutation.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { FormModal } from '../../../ui/form-modal.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { ShownOnce } from '../../../ui/shown-once.tsx'

const empty = { name: '', endsOn: '', password: '' }
const bodyOf = ({ endsOn, ...values }: typeof empty) => ({ ...values, ...(endsOn && { endsOn }) })

interface NewKeyDialogProps {
  create: ReturnType<typeof useSingleMutation<{ key: string }, SourceKey>>
  opened: boolean
  onClose: () => void
  /** What the key is allowed to do, above the fields. */
  scope?: ReactNode
  /** Where the key belongs. */
  nameHint: string
  /** What to do with the new key. */
  children: ReactNode
}

/** Makes a key, and shows it once. */
export function NewKeyDialog({
  create,
  opened,
  onClose,
  scope,
  nameHint,
  children,
}: NewKeyDialogProps) {
  const [made, setMade] = useState<string | null>(null)
  const form = useCheckedForm({
    initialValues: empty,
    validate: (values) => fieldErrorsOf(sourceKeyForm, bodyOf(values)),
  })
  const close = () => {
    if (create.isPending) return
    form.fill(empty)
    create.reset()
    onClose()
  }
  const save = form.onSubmit((values) =>
    create.mutate(bodyOf(values), {
      onSuccess: ({ key }) => {
        close()
        setMade(key)
      },
      onError: form.showRefusal,
    }),
  )
  return (
    <>
      <FormModal
        opened={opened}
        onClose={close}
        title="Create a key"
        onSubmit={save}
        submitLabel="Create key"
        busy={create.isPending}
        error={create.isError && errorWithReason(create.error, 'The key could not be created.')}
        size="28rem"
      >
        {scope}
        <FormSection columns={1}>
          <TextInput
            label="Name"
            description={nameHint}
            maxLength={keyNameLength}
            {...form.getInputProps('name')}
          />
          <DateField
            label="Last day"
            description="Empty: the key has no end."
            {...form.getInputProps('endsOn')}
          />
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
        </FormSection>
      </FormModal>
      <ShownOnce title="New key" label="Key" value={made} onClose={() => setMade(null)}>
        {children}
      </ShownOnce>
    </>
  )
}
