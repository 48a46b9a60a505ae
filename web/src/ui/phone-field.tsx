import { TextInput, type TextInputProps } from '@mantine/core'
import { phoneHint } from '@raahi/contract/phone-hint'
import { loadPhones } from '@raahi/contract/phones'
import type { Ref } from 'react'

/** The field for a phone number, with the hint about country codes. Its check loads when it takes the focus. */
export function PhoneField({
  onFocus,
  ...props
}: TextInputProps & { ref?: Ref<HTMLInputElement> }) {
  return (
    <TextInput
      label="Phone number"
      type="tel"
      description={phoneHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
      onFocus={(event) => {
        void loadPhones()
        onFocus?.(event)
      }}
    />
  )
}
