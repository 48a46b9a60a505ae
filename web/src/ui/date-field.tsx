import { TextInput, type TextInputProps } from '@mantine/core'

/**
 * A date as 'YYYY-MM-DD' text through the browser's own picker: it follows the device's way of
 * writing dates, works by keyboard and on phones, and costs no script. Takes @mantine/form's props.
 */
export function DateField(props: Omit<TextInputProps, 'type'>) {
  return <TextInput {...props} type="date" />
}
