import { Checkbox, TextInput } from '@mantine/core'
import { addStaff, changeStaffRights, type StaffMember } from '@raahi/contract/staff'
import { rightLabels, type StaffRight, staffRights } from '@raahi/contract/staff-rights'
import { useEffect } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useOpenLater } from '../../ui/use-dialog.ts'
import { nameOf } from '../users/public/user-labels.ts'
import { rightTexts } from './right-texts.ts'
import { useAddStaff, useChangeRights } from './staff.api.ts'
import classes from './staff.module.css'

const empty = { name: '', email: '', rights: [] as StaffRight[], currentPassword: '' }
type Values = typeof empty

interface StaffDialogProps {
  target: StaffMember | 'new'
  opened: boolean
  onClose: () => void
}

/** Adds an admin, or changes the rights of one. */
export default function StaffDialog({ target, opened, onClose }: StaffDialogProps) {
  const member = target === 'new' ? null : target
  const add = useAddStaff()
  const change = useChangeRights()
  const { error, isPending } = member ? change : add
  const form = useCheckedForm<Values>({
    initialValues: empty,
    validate: ({ name, email, ...of }) =>
      member
        ? fieldErrorsOf(changeStaffRights.body, of)
        : fieldErrorsOf(addStaff.body, { name, email, ...of }),
  })
  const shown = useOpenLater(opened)
  useEffect(() => {
    if (opened) form.fill({ ...empty, rights: member?.rights ?? [] })
  }, [opened, member])
  const close = () => {
    if (isPending) return
    add.reset()
    change.reset()
    onClose()
  }
  const submit = form.onSubmit((values) => {
    const onDone = (message: string) => ({
      onSuccess: () => {
        notifySuccess(message)
        onClose()
      },
      onError: form.showRefusal,
    })
    const { rights, currentPassword } = values
    if (!member) add.mutate(values, onDone(addStaff.message))
    else {
      change.mutate({ id: member._id, rights, currentPassword }, onDone(changeStaffRights.message))
    }
  })
  return (
    <FormModal
      opened={shown}
      onClose={close}
      title={member ? `Rights of ${nameOf(member)}` : 'Add admin'}
      submitLabel={member ? 'Save' : 'Add admin'}
      busy={isPending}
      error={
        error &&
        Object.keys(form.errors).length === 0 &&
        errorWithReason(error, 'The admin could not be saved.')
      }
      onSubmit={submit}
      size="34rem"
    >
      {!member && (
        <FormSection columns={1}>
          <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
          <TextInput
            label="Email"
            description="Gets an email that says how to choose a password."
            type="email"
            autoComplete="off"
            {...form.getInputProps('email')}
          />
        </FormSection>
      )}
      <FormSection title="Rights" columns={1}>
        <Checkbox.Group {...form.getInputProps('rights')}>
          <div className={classes.choices}>
            {staffRights.map((right) => (
              <Checkbox
                key={right}
                value={right}
                label={rightLabels[right]}
                description={rightTexts[right]}
              />
            ))}
          </div>
        </Checkbox.Group>
      </FormSection>
      <FormSection title="Confirm" columns={1}>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
      </FormSection>
    </FormModal>
  )
}
