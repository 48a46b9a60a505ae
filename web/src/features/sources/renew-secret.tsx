import { Button } from '@mantine/core'
import { useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { type SourceDetail, useRenewSecret } from './sources.api.ts'
import classes from './sources.module.css'

/** Replaces the secret of a Google Ads source, which the provider calls a key. */
export function RenewSecret({ source }: { source: SourceDetail }) {
  const [isAsking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const renew = useRenewSecret(source._id)
  const form = useCheckedForm({
    initialValues: { password: '' },
    validate: ({ password }) => ({
      password: password ? undefined : 'Enter your current password.',
    }),
  })
  const close = () => {
    if (renew.isPending) return
    form.fill({ password: '' })
    renew.reset()
    setAsking(false)
  }
  const save = form.onSubmit(({ password }) =>
    renew.mutate(password, {
      onSuccess: (made) => {
        close()
        setSecret(made.secret)
      },
      onError: form.showRefusal,
    }),
  )
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Replace the key
      </Button>
      <FormModal
        opened={isAsking}
        onClose={close}
        title="Replace the key?"
        onSubmit={save}
        submitLabel="Replace the key"
        busy={renew.isPending}
        error={renew.isError && errorWithReason(renew.error, 'The key could not be replaced.')}
        size="28rem"
      >
        <FormSection columns={1}>
          <p className={classes.text}>
            The present key ends at once. Raahi rejects leads until the form has the new one.
          </p>
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
        </FormSection>
      </FormModal>
      <ShownOnce
        title="New key of the webhook"
        label="Key"
        value={secret}
        onClose={() => setSecret(null)}
      >
        Enter this key in the lead form of Google Ads, under ‘Webhook integration’.
      </ShownOnce>
    </>
  )
}
