import { Switch, Textarea, TextInput } from '@mantine/core'
import {
  maxMessageLength,
  maxSubjectLength,
  setMessageTemplate,
} from '@raahi/contract/message-templates'
import { fillMessage, placeholders, type TemplateChannel } from '@raahi/contract/message-text'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, errorMessage, errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useSignedInUser } from '../../lib/session.ts'
import { type CheckedForm, useCheckedForm } from '../../lib/use-checked-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { ViewModal } from '../../ui/view-modal.tsx'
import { SendEmailAgain } from '../account/public/send-email-again.tsx'
import { useAgentRole } from '../account/public/use-agent-role.ts'
import {
  pipelineSettingsQuery,
  templatesQuery,
  useSetReminders,
  useSetTemplate,
} from './public/pipeline.api.ts'
import classes from './settings-dialog.module.css'

/** The settings of the agent's WhatsApp and email texts, and of the morning mail. */
export default function SettingsDialog(props: { opened: boolean; onClose: () => void }) {
  const templates = useQuery({ ...templatesQuery, enabled: props.opened })
  return (
    <ViewModal {...props} title="Messages and reminders" closeLabel="Close" size="40rem">
      {templates.data ? (
        templates.data.map((template) => <TemplateForm key={template.channel} {...template} />)
      ) : templates.error ? (
        <ErrorState
          text={errorWithReason(templates.error, 'Your messages could not be loaded.')}
          onRetry={() => templates.refetch()}
          retrying={templates.isFetching}
        />
      ) : (
        // As high as the messages, so that the content below does not move.
        <SkeletonList label="Loading your messages..." layout="rows" count={12} />
      )}
      <Reminders isShown={props.opened} />
    </ViewModal>
  )
}

interface TemplateFormProps {
  channel: TemplateChannel
  subject: string | null
  text: string
  isDefault: boolean
}

const titles: Record<TemplateChannel, string> = {
  whatsapp: 'WhatsApp message',
  email: 'Email',
}

function TemplateForm({ channel, subject, text, isDefault }: TemplateFormProps) {
  const hasSubject = channel === 'email'
  const toTemplate = (values: Values) => ({
    text: values.text,
    ...(hasSubject && { subject: values.subject }),
  })
  const form = useCheckedForm<Values>({
    initialValues: toValues({ subject, text }),
    validate: (values) =>
      toFields(fieldErrorsOf(setMessageTemplate.body, { template: toTemplate(values) })),
  })
  // A newly stored text, for example from another tab, is shown unless the agent has typed.
  useEffect(() => {
    if (!form.isDirty()) form.fill(toValues({ subject, text }))
  }, [subject, text])
  const save = useSetTemplate()
  const store = (template: ReturnType<typeof toTemplate> | null) => {
    const sent = form.getValues()
    save.mutate(
      { params: { channel }, body: { template } },
      {
        onSuccess: (saved) => {
          form.fillSaved(toValues(saved), sent)
          notifySuccess('Message saved.')
        },
        onError: (error) => {
          if (error instanceof ApiError) form.showErrors(toFields(error.fieldErrors))
          notifyError(errorMessage(error, 'The message could not be saved.'))
        },
      },
    )
  }
  return (
    <section className={classes.part} aria-label={titles[channel]}>
      <h3 className={classes.heading}>{titles[channel]}</h3>
      <form onSubmit={form.onSubmit((values) => store(toTemplate(values)))} noValidate>
        <MessageFields channel={channel} form={form} />
        <div className={classes.buttons}>
          {!isDefault && (
            <BusyButton
              variant="subtle"
              color="ink"
              size="sm"
              busy={save.isPending}
              onClick={() => store(null)}
            >
              Use Raahi’s text
            </BusyButton>
          )}
          <BusyButton type="submit" size="sm" busy={save.isPending} disabled={!form.isDirty()}>
            Save
          </BusyButton>
        </div>
      </form>
    </section>
  )
}

interface MessageFieldsProps {
  channel: TemplateChannel
  form: CheckedForm<Values>
}

/** The fields of a message, the placeholders to insert, and the message as a traveller may get it. */
function MessageFields({ channel, form }: MessageFieldsProps) {
  const { name: agent, companyName: agency } = useSignedInUser()
  const example = { name: 'Ananya', destination: 'Goa', date: '12-01-2027', agent, agency }
  const { text } = form.values
  return (
    <>
      {channel === 'email' && (
        <TextInput
          label="Subject"
          maxLength={maxSubjectLength}
          {...form.getInputProps('subject')}
        />
      )}
      <Textarea
        label="Text"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={maxMessageLength}
        {...form.getInputProps('text')}
      />
      <div className={classes.names}>
        <span>Insert:</span>
        {Object.entries(placeholders).map(([name, meaning]) => (
          <button
            key={name}
            type="button"
            title={meaning}
            aria-label={`{${name}}: insert ${meaning.toLowerCase()} in ${titles[channel]}`}
            onClick={() => form.setFieldValue('text', `${text}{${name}}`)}
          >
            {`{${name}}`}
          </button>
        ))}
      </div>
      <p className={classes.preview}>
        <span>Example</span>
        {fillMessage(text, example)}
      </p>
    </>
  )
}

type Values = { subject: string; text: string }

const toValues = ({ subject, text }: { subject: string | null; text: string }): Values => ({
  subject: subject ?? '',
  text,
})

/** The errors of `template.text` and so on at the fields; those of the whole template at the text. */
function toFields(errors: Record<string, string>): Record<string, string> {
  const named = Object.entries(errors).map(([path, error]) => {
    const field = path.replace(/^template\.?/, '') || 'text'
    return [field, error]
  })
  return Object.fromEntries(named)
}

function Reminders({ isShown }: { isShown: boolean }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...pipelineSettingsQuery,
    enabled: isShown,
  })
  const set = useSetReminders()
  const isOwner = useAgentRole() === 'owner'
  if (!data) {
    return error ? (
      <ErrorState
        text={errorWithReason(error, 'The morning mail could not be loaded.')}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    ) : (
      <SkeletonList label="Loading the morning mail..." layout="rows" count={1} />
    )
  }
  return (
    <section className={classes.part} aria-label="Morning mail">
      <h3 className={classes.heading}>Morning mail</h3>
      <Switch
        label={`Mail ${isOwner ? 'me' : 'the owner'} at 8 AM on days with follow-ups`}
        description={
          isOwner && !data.isEmailConfirmed
            ? 'Confirm your email address first to get this mail.'
            : undefined
        }
        checked={data.mailReminders}
        disabled={set.isPending}
        onChange={({ currentTarget: { checked } }) =>
          set.mutate(checked, {
            onError: (error) =>
              notifyError(errorWithReason(error, 'Your choice could not be saved.')),
          })
        }
      />
      {isOwner && !data.isEmailConfirmed && (
        <div>
          <SendEmailAgain variant="default" size="compact-md" />
        </div>
      )}
    </section>
  )
}
