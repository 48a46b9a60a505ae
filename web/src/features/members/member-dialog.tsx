import { type Member, updateMember } from '@raahi/contract/members'
import { useEffect } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useOpenLater } from '../../ui/use-dialog.ts'
import { useUpdateMember } from './public/members.api.ts'
import { RoleFields, type RoleValues, roleBody } from './role-fields.tsx'

const valuesOf = ({ role, dailyLimit }: Member): RoleValues => ({
  role: role === 'owner' ? 'buyer' : role,
  dailyLimit: dailyLimit ?? '',
})

/** Changes the role and the limit of a member. */
export default function MemberDialog({
  member,
  opened,
  onClose,
}: {
  member: Member
  opened: boolean
  onClose: () => void
}) {
  const update = useUpdateMember()
  const bodyOf = (values: RoleValues) => ({ ...roleBody(values), suspended: member.suspended })
  const form = useCheckedForm<RoleValues>({
    initialValues: valuesOf(member),
    validate: (values) => fieldErrorsOf(updateMember.body, bodyOf(values)),
  })
  const shown = useOpenLater(opened)
  useEffect(() => {
    if (opened) form.fill(valuesOf(member))
  }, [opened, member])
  const close = () => {
    update.reset()
    onClose()
  }
  const submit = form.onSubmit((values) =>
    update.mutate(
      { id: member._id, body: bodyOf(values) },
      {
        onSuccess: () => {
          notifySuccess('Member changed.')
          close()
        },
        onError: form.showRefusal,
      },
    ),
  )
  return (
    <FormModal
      opened={shown}
      onClose={close}
      title={`Role of ${member.name}`}
      submitLabel="Save"
      busy={update.isPending}
      error={
        update.error &&
        Object.keys(form.errors).length === 0 &&
        errorWithReason(update.error, 'The member could not be changed.')
      }
      onSubmit={submit}
      size="36rem"
    >
      <RoleFields form={form} />
      {form.values.role !== member.role && (
        <p>The member is logged out, and has the new role with the next login.</p>
      )}
    </FormModal>
  )
}
