import { Checkbox, TextInput } from '@mantine/core'
import type { WebhookEvent } from '@raahi/contract/webhook-events'
import { eventsOfRole, type Webhook, webhookChanges, webhookForm } from '@raahi/contract/webhooks'
import { useEffect } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useSignedInUser } from '../../lib/session.ts'
import { type CheckedForm, useCheckedForm } from '../../lib/use-checked-form.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useOpenLater } from '../../ui/use-dialog.ts'
import { eventMeanings } from './webhook-labels.ts'
import { type NewWebhook, useCreateWebhook, useUpdateWebhook } from './webhooks.api.ts'
import classes from './webhooks.module.css'

type Values = {
  url: string
  description: string
  events: WebhookEvent[]
  password: string
}

function valuesOf(target: Webhook | 'new'): Values {
  if (target === 'new') return { url: '', description: '', events: [], password: '' }
  const { url, description, events } = target
  return { url, description: description ?? '', events, password: '' }
}

/** Adds a webhook, or changes its address, description and events. */
export default function WebhookDialog({
  target,
  opened,
  onClose,
  onCreated,
}: {
  target: Webhook | 'new'
  opened: boolean
  onClose: () => void
  /** Receives the secret of a new webhook. */
  onCreated: (secret: string) => void
}) {
  const isNew = target === 'new'
  const create = useCreateWebhook()
  const update = useUpdateWebhook()
  // A password is only asked for if events go to another address.
  const needsPassword = ({ url }: Values) => isNew || url.trim() !== target.url
  const bodyOf = ({ password, ...values }: Values) => ({
    ...values,
    ...(needsPassword(values as Values) && { password }),
  })
  const form = useCheckedForm<Values>({
    initialValues: valuesOf(target),
    validate: (values) => fieldErrorsOf(isNew ? webhookForm : webhookChanges, bodyOf(values)),
  })
  const shown = useOpenLater(opened)
  useEffect(() => {
    if (opened) form.fill(valuesOf(target))
  }, [opened, target])
  const close = () => {
    create.reset()
    update.reset()
    onClose()
  }
  const submit = form.onSubmit((values) => {
    if (isNew) {
      create.mutate(bodyOf(values) as NewWebhook, {
        onSuccess: ({ secret }) => {
          close()
          onCreated(secret)
        },
        onError: form.showRefusal,
      })
      return
    }
    update.mutate(
      { id: target._id, body: bodyOf(values) },
      {
        onSuccess: () => {
          notifySuccess('Webhook changed.')
          close()
        },
        onError: form.showRefusal,
      },
    )
  })
  const { error, isPending } = isNew ? create : update
  return (
    <FormModal
      opened={shown}
      onClose={close}
      title={isNew ? 'Add webhook' : 'Edit webhook'}
      submitLabel={isNew ? 'Add webhook' : 'Save'}
      busy={isPending}
      error={
        error &&
        Object.keys(form.errors).length === 0 &&
        errorWithReason(error, 'The webhook could not be saved.')
      }
      onSubmit={submit}
      size="40rem"
    >
      <FormSection columns={1}>
        <TextInput
          label="Address"
          description="For example https://example.com/raahi. It gets a POST request for each event."
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('url')}
        />
        <TextInput
          label="Description"
          description="Optional, for you."
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('description')}
        />
      </FormSection>
      <EventChoice form={form} />
      {needsPassword(form.values) && (
        <FormSection title="Confirm" columns={1}>
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
        </FormSection>
      )}
    </FormModal>
  )
}

/** The events of the caller's role, each with what it means. */
function EventChoice({ form }: { form: CheckedForm<Values> }) {
  const { role } = useSignedInUser()
  return (
    <FormSection title="Events" columns={1}>
      <Checkbox.Group {...form.getInputProps('events')}>
        <div className={classes.choices}>
          {eventsOfRole(role).map((event) => (
            <Checkbox key={event} value={event} label={event} description={eventMeanings[event]} />
          ))}
        </div>
      </Checkbox.Group>
    </FormSection>
  )
}
