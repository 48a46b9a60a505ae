import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { SuggestedField } from '@raahi/contract/lead-suggestions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEventHandler, useLayoutEffect, useRef, useState } from 'react'
import { formatCount } from '../../../lib/counts.ts'
import { leadSuggestionsQuery } from './lead-suggestions.api.ts'
import classes from './place-combobox.module.css'

export interface PlaceComboboxProps {
  field: SuggestedField
  value: string
  onChange: (text: string) => void
  onBlur: () => void
  onKeyDown: KeyboardEventHandler
  /** Whether it replaces a field that has the focus. */
  takesFocus: boolean
  'aria-label': string
  placeholder: string
  maxLength: number
}

/** Shorter than the pause after which a filter takes effect, so that suggestions arrive before the list. */
const pauseMs = 150

/**
 * A text field that suggests places with the number of leads for sale there. Any text may be typed. After a comma the next
 * place is suggested, and choosing it keeps the places before.
 */
export function PlaceCombobox(props: PlaceComboboxProps) {
  const { field, value, takesFocus, onBlur, ...input } = props
  const ref = useRef<HTMLInputElement>(null)
  const [hasFocus, setHasFocus] = useState(takesFocus)
  const before = /^.*, */.exec(value)?.[0] ?? ''
  const [text] = useDebouncedValue(value.slice(before.length).trim(), pauseMs)
  const suggestions = useQuery({
    ...leadSuggestionsQuery(field, text),
    enabled: hasFocus,
    placeholderData: keepPreviousData,
  })
  // Before the browser handles another key, which would otherwise reach no field.
  useLayoutEffect(() => {
    if (!takesFocus) return
    ref.current?.focus()
    ref.current?.setSelectionRange(ref.current.value.length, ref.current.value.length)
  }, [takesFocus])
  const places = suggestions.data ?? []
  const options = new Map(places.map((place) => [before + place.name, place]))
  return (
    <Autocomplete
      {...input}
      ref={ref}
      value={value}
      type="search"
      autoComplete="off"
      data={[...options.keys()]}
      limit={8}
      maxDropdownHeight={320}
      comboboxProps={{
        // Within the landmark of the filters, where screen readers look for it.
        withinPortal: false,
        width: 'max-content',
        position: 'bottom-start',
        middlewares: { shift: true },
      }}
      onFocus={() => setHasFocus(true)}
      onBlur={() => {
        setHasFocus(false)
        onBlur()
      }}
      renderOption={({ option }) => {
        const { name, leads } = options.get(option.value) ?? { name: option.value, leads: 0 }
        return (
          <span className={classes.option}>
            <bdi>{name}</bdi>{' '}
            <span className={classes.leads}>
              {formatCount(leads)} {leads === 1 ? 'lead' : 'leads'}
            </span>
          </span>
        )
      }}
    />
  )
}
