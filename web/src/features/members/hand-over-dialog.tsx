import { handOverAgency, type Member } from '@raahi/contract/members'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useOpenLater } from '../../ui/use-dialog.ts'
import { useHandOver } from './public/members.api.ts'

/** Makes another member the owner, after the password. */
export default function HandOverDialog({
  member,
  opened,
  onClose,
}: {
  member: Member
  opened: boolean
  onClose: () => void
}) {
  const handOver = useHandOver()
  const navigate = useNavigate()
  const form = useCheckedForm({
    initialValues: { password: '' },
    validate: (values) => fieldErrorsOf(handOverAgency.body, values),
  })
  const shown = useOpenLater(opened)
  useEffect(() => {
    if (opened) form.fill({ password: '' })
  }, [opened])
  const close = () => {
    handOver.reset()
    onClose()
  }
  const submit = form.onSubmit(({ password }) =>
    handOver.mutate(
      { id: member._id, password },
      {
        onSuccess: () => {
          notifySuccess(`${member.name} owns the agency now.`)
          // This screen is only for the owner.
          navigate('/dashboard')
        },
        onError: form.showRefusal,
      },
    ),
  )
  return (
    <FormModal
      opened={shown}
      onClose={close}
      title={`Hand over to ${member.name}`}
      submitLabel="Hand over"
      busy={handOver.isPending}
      error={
        handOver.error &&
        Object.keys(form.errors).length === 0 &&
        errorWithReason(handOver.error, 'The agency could not be handed over.')
      }
      onSubmit={submit}
      size="30rem"
    >
      <p>
        <bdi>{member.name}</bdi> then has the wallet, the plans and the members. You become a buyer
        without a limit. Only the new owner can undo this.
      </p>
      <FormSection columns={1}>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      </FormSection>
    </FormModal>
  )
}
