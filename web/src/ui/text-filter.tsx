import { TextInput } from '@mantine/core'
import { memo } from 'react'
import { useDebouncedText } from '../lib/use-debounced-text.ts'
import type { FilterFieldProps } from '../lib/use-list-filters.ts'

interface TextFilterProps extends FilterFieldProps {
  label?: string
  'aria-label'?: string
  className?: string | undefined
  placeholder?: string
  inputMode?: 'decimal'
  maxLength: number
}

/** A filter by text. It takes effect when typing pauses. */
export const TextFilter = memo(function TextFilter({
  name,
  value,
  onSet,
  ...input
}: TextFilterProps) {
  const field = useDebouncedText(value ?? '', (text, again) =>
    onSet(name, text, { replace: again }),
  )
  return <TextInput type="search" autoComplete="off" {...input} {...field} />
})
