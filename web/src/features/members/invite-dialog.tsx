import { TextInput } from '@mantine/core'
import { inviteBody } from '@raahi/contract/members'
import { useEffect } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useOpenLater } from '../../ui/use-dialog.ts'
import { useInviteMember } from './public/members.api.ts'
import { RoleFields, type RoleValues, roleBody } from './role-fields.tsx'

type Values = RoleValues & { email: string }
const emptyValues: Values = { email: '', role: 'caller', dailyLimit: '' }
const bodyOf = (values: Values) => ({ email: values.email, ...roleBody(values) })

/** Invites a person to the agency. */
export default function InviteDialog({
  opened,
  onClose,
}: {
  opened: boolean
  onClose: () => void
}) {
  const invite = useInviteMember()
  const form = useCheckedForm<Values>({
    initialValues: emptyValues,
    validate: (values) => fieldErrorsOf(inviteBody, bodyOf(values)),
  })
  const shown = useOpenLater(opened)
  useEffect(() => {
    if (opened) form.fill(emptyValues)
  }, [opened])
  const close = () => {
    invite.reset()
    onClose()
  }
  const submit = form.onSubmit((values) =>
    invite.mutate(bodyOf(values), {
      onSuccess: ({ email }) => {
        notifySuccess(`We have sent an invitation to ${email}.`)
        close()
      },
      onError: form.showRefusal,
    }),
  )
  return (
    <FormModal
      opened={shown}
      onClose={close}
      title="Invite member"
      submitLabel="Send invitation"
      busyLabel="Sending.."
      busy={invite.isPending}
      error={
        invite.error &&
        Object.keys(form.errors).length === 0 &&
        errorWithReason(invite.error, 'The invitation could not be sent.')
      }
      onSubmit={submit}
      size="36rem"
    >
      <FormSection columns={1}>
        <TextInput
          label="Email"
          description="The person chooses a password with the link in our email. It works for seven days."
          type="email"
          autoComplete="off"
          {...form.getInputProps('email')}
        />
      </FormSection>
      <RoleFields form={form} />
    </FormModal>
  )
}
