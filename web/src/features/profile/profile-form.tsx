import { TextInput } from '@mantine/core'
import { normaliseEmail } from '@raahi/contract/emails'
import { emailNeedsPassword, updateUserBody } from '@raahi/contract/update-user'
import type { User } from '@raahi/contract/users'
import { useEffect, useState } from 'react'
import { ApiError, errorMessage } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { type CheckedForm, useCheckedForm } from '../../lib/use-checked-form.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useDiscardQuestion } from '../../ui/discard-question.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { accountFieldErrors, accountValues } from '../users/public/account-values.ts'
import { BillingFields } from '../users/public/billing-fields.tsx'
import { nameOf } from '../users/public/user-labels.ts'
import { PictureField } from './picture-field.tsx'
import { useProfileSaving } from './profile.api.ts'
import classes from './profile.module.css'
import { formatFieldsError, formatPictureError } from './profile-labels.ts'

const pictureRefusals = ['FILE_TOO_LARGE', 'UNSUPPORTED_FILE_TYPE', 'VALIDATION_FAILED']

/** The form values of the user. A change of the email requires `password`. */
const profileValues = (user: User) => ({ ...accountValues(user), password: '' })

/** Whether the user changes the company, its place and its billing details. A member of an agency does not. */
const changesAgency = ({ agency }: User) => !agency || agency.role === 'owner'
type ProfileValues = ReturnType<typeof profileValues>

function isOtherEmail(typed: string, { email }: User): boolean {
  return normaliseEmail(typed) !== email
}

/** The user's fields and picture, saved together with Submit. */
export function ProfileForm({ user }: { user: User }) {
  const { form, picture, busy, submit } = useProfileForm(user)
  const { question } = useDiscardQuestion({
    opened: true,
    unsaved: form.isDirty() || picture.picked !== null,
    busy,
    onClose: () => {
      form.reset()
      picture.onPick(null, null)
    },
    text: 'Your profile has unsaved changes.',
  })
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <PictureField name={nameOf(user)} saved={user.profile} {...picture} />
      <ProfileFields form={form} user={user} />
      {user.role === 'user' && changesAgency(user) && (
        <div id="billing" className={classes.billing}>
          <BillingFields form={form} />
        </div>
      )}
      <BusyButton type="submit" busy={busy} className={classes.submit}>
        {busy ? 'Saving..' : 'Submit'}
      </BusyButton>
      {question}
    </form>
  )
}

function useProfileForm(user: User) {
  const [picked, setPicked] = useState<File | null>(null)
  const [pictureError, setPictureError] = useState<string | null>(null)
  const { busy, run } = useSingleRun()
  const { saveFields, savePicture } = useProfileSaving()
  const form = useCheckedForm<ProfileValues>({
    initialValues: profileValues(user),
    validate: (values) => ({
      ...fieldErrorsOf(updateUserBody, values),
      ...(!values.password && isOtherEmail(values.email, user) && { password: emailNeedsPassword }),
    }),
  })
  const saved = JSON.stringify(profileValues(user))
  useEffect(() => {
    // Follows a change from elsewhere, unless this form has unsaved input.
    if (!form.isDirty()) form.fill(JSON.parse(saved))
  }, [saved])

  const trySavingFields = async (sent: ProfileValues) => {
    const { password, ...values } = sent
    const proof = isOtherEmail(values.email, user) && { password }
    try {
      const { name, email, phone } = values
      const changed = changesAgency(user) ? values : { name, email, phone }
      form.fillSaved(profileValues(await saveFields({ ...changed, ...proof })), sent)
      return true
    } catch (error) {
      notifyError(formatFieldsError(user.role, error))
      if (error instanceof ApiError) form.showErrors(accountFieldErrors(error))
      return false
    }
  }
  const trySavingPicture = async (picture: File) => {
    try {
      await savePicture(picture)
      setPicked(null)
      return true
    } catch (error) {
      notifyError(formatPictureError(user.role, error))
      if (error instanceof ApiError && pictureRefusals.includes(error.code)) {
        const text = errorMessage(error, 'This picture was not accepted.')
        setPictureError(error.fieldErrors.profile ?? text)
      }
      return false
    }
  }
  const submit = form.onSubmit((values) => {
    void run(async () => {
      const savesFields = form.isDirty() || !picked
      if (savesFields && !(await trySavingFields(values))) return
      if (picked && !(await trySavingPicture(picked))) return
      notifySuccess('Successfully updated user profile')
    })
  })
  const picture = {
    picked,
    error: pictureError,
    onPick: (file: File | null, error: string | null) => {
      setPicked(file)
      setPictureError(error)
    },
  }
  return { form, picture, busy, submit }
}

function ProfileFields({ form, user }: { form: CheckedForm<ProfileValues>; user: User }) {
  const emailChanged = isOtherEmail(form.values.email, user)
  return (
    <FormSection>
      <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
      <TextInput
        label="Email"
        type="email"
        autoComplete="email"
        description={
          emailChanged
            ? 'We send a link to the new address. The change takes effect once you confirm it there.'
            : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('email')}
      />
      {emailChanged && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      )}
      <PhoneField autoComplete="tel" {...form.getInputProps('phone')} />
      {changesAgency(user) && (
        <TextInput label="City" autoComplete="address-level2" {...form.getInputProps('city')} />
      )}
      {user.role === 'user' && changesAgency(user) && (
        <TextInput
          label="Company"
          autoComplete="organization"
          {...form.getInputProps('companyName')}
        />
      )}
    </FormSection>
  )
}
