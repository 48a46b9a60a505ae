import { NativeSelect, TextInput } from '@mantine/core'
import { type NewSourceKind, newSourceKinds, sourceLimits } from '@raahi/contract/source-labels'
import { createSource, newSourceForm } from '@raahi/contract/sources'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { sourceAddress } from '../lead-facts/public/lead-address.ts'
import { sourceKindLabels } from './source-labels.ts'
import { useCreateSource } from './sources.api.ts'

const empty = { name: '', kind: 'api' as NewSourceKind, password: '' }
const options = newSourceKinds.map((value) => ({ value, label: sourceKindLabels[value] }))
const bodyOf = ({ password, ...form }: typeof empty) => ({
  ...form,
  ...(form.kind === 'google-ads' && { password }),
})

/** Creates a source, shows its secret if it has one, and opens its page. */
export function NewSourceDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const create = useCreateSource()
  const navigate = useNavigate()
  const [made, setMade] = useState<{ _id: string; secret: string } | null>(null)
  const form = useCheckedForm({
    initialValues: empty,
    validate: (values) => fieldErrorsOf(newSourceForm, bodyOf(values)),
  })
  const close = () => {
    if (create.isPending) return
    form.fill(empty)
    create.reset()
    onClose()
  }
  const open = (source: { _id: string }) => {
    close()
    void navigate(sourceAddress(source))
  }
  const save = form.onSubmit((values) =>
    create.mutate(bodyOf(values), {
      onSuccess: ({ _id, secret }) => {
        notifySuccess(createSource.message)
        if (!secret) return open({ _id })
        close()
        setMade({ _id, secret })
      },
      onError: form.showRefusal,
    }),
  )
  return (
    <>
      <FormModal
        opened={opened}
        onClose={close}
        title="Add Source"
        onSubmit={save}
        submitLabel="Add Source"
        busy={create.isPending}
        error={create.isError && errorWithReason(create.error, 'The source could not be created.')}
        size="32rem"
      >
        <FormSection columns={1}>
          <TextInput
            label="Name"
            description="For you, such as the partner or the campaign."
            maxLength={sourceLimits.name}
            {...form.getInputProps('name')}
          />
          <NativeSelect label="Kind" data={options} {...form.getInputProps('kind')} />
          {form.values.kind === 'google-ads' && (
            <PasswordField
              label="Your password"
              description="The source gets a secret, which is shown once."
              autoComplete="current-password"
              {...form.getInputProps('password')}
            />
          )}
        </FormSection>
      </FormModal>
      <ShownOnce
        title="Key of the webhook"
        label="Key"
        value={made?.secret ?? null}
        onClose={() => {
          setMade(null)
          if (made) open(made)
        }}
      >
        Enter this key in the lead form of Google Ads, under ‘Webhook integration’.
      </ShownOnce>
    </>
  )
}
