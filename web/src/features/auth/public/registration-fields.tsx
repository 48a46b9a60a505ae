import { TextInput } from '@mantine/core'
import { newPasswordHint } from '@raahi/contract/passwords'
import { FormSection } from '../../../ui/form-section.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { KycPicker } from './kyc-picker.tsx'
import type { RegistrationForm } from './use-registration.ts'

interface RegistrationFieldsProps {
  form: RegistrationForm
  /** Whether an admin registers another person. The browser then suggests no data of the admin. */
  forOther?: boolean
}

/** The fields of a new account, with the KYC document. */
export function RegistrationFields({ form, forOther = false }: RegistrationFieldsProps) {
  const autoCompleteFor = (what: string) => (forOther ? 'off' : what)
  return (
    <>
      <FormSection>
        <TextInput
          label="Name"
          autoComplete={autoCompleteFor('name')}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Company"
          autoComplete={autoCompleteFor('organization')}
          {...form.getInputProps('companyName')}
        />
        <TextInput
          label="Email"
          type="email"
          autoComplete={autoCompleteFor('email')}
          {...form.getInputProps('email')}
        />
        <PhoneField autoComplete={autoCompleteFor('tel')} {...form.getInputProps('phone')} />
        <TextInput
          label={forOther ? 'City' : 'City (optional)'}
          autoComplete={autoCompleteFor('address-level2')}
          {...form.getInputProps('city')}
        />
        <PasswordField
          label="Password"
          description={newPasswordHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      </FormSection>
      <KycPicker
        description={
          forOther
            ? undefined
            : 'GST certificate, shop licence or PAN; earns ‘Verified agency’. You can also add it later in your profile.'
        }
        file={form.values.kyc}
        path={form.pathOf('kyc')}
        error={typeof form.errors.kyc === 'string' ? form.errors.kyc : undefined}
        onPick={(file, error) => {
          form.setFieldValue('kyc', file)
          form.setFieldValue('kycError', error ?? '')
          if (error) form.setFieldError('kyc', error)
          else form.clearFieldError('kyc')
        }}
      />
    </>
  )
}
