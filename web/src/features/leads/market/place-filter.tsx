import { TextInput } from '@mantine/core'
import type { SuggestedField } from '@raahi/contract/lead-suggestions'
import { type ComponentType, memo, useRef, useState } from 'react'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import type { FilterFieldProps } from '../../../lib/use-list-filters.ts'
import type { PlaceComboboxProps } from './place-combobox.tsx'

interface PlaceFilterProps extends FilterFieldProps {
  field: SuggestedField
  label: string
  /** Shorter than the label, so that it is not cut. */
  placeholder: string
  maxLength: number
}

/**
 * A filter by a place, with suggestions. The script of the suggestions loads when the pointer or the focus reaches the
 * field; until then, and if it cannot be loaded, it is a plain text field.
 */
export const PlaceFilter = memo(function PlaceFilter(props: PlaceFilterProps) {
  const { name, value, onSet, field, label, placeholder, maxLength } = props
  const { onChange, ...text } = useDebouncedText(value ?? '', (next, again) =>
    onSet(name, next, { replace: again }),
  )
  const input = useRef<HTMLInputElement>(null)
  const [loaded, setLoaded] = useState<{
    Combobox: ComponentType<PlaceComboboxProps>
    hadFocus: boolean
  } | null>(null)
  const load = () => {
    import('./place-combobox.tsx').then(
      ({ PlaceCombobox }) =>
        setLoaded({
          Combobox: PlaceCombobox,
          hadFocus: document.activeElement === input.current,
        }),
      () => undefined,
    )
  }
  const fieldProps = { 'aria-label': label, placeholder, maxLength, ...text }
  if (loaded) {
    const { Combobox, hadFocus } = loaded
    return (
      <Combobox
        {...fieldProps}
        field={field}
        takesFocus={hadFocus}
        onChange={(next) => onChange({ currentTarget: { value: next } })}
      />
    )
  }
  return (
    <TextInput
      {...fieldProps}
      ref={input}
      type="search"
      autoComplete="off"
      onChange={onChange}
      onPointerEnter={load}
      onFocus={load}
    />
  )
})
