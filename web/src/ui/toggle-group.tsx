import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './toggle-group.module.css'
import hidden from './visually-hidden.module.css'

type ToggleGroupProps<T extends string> = {
  /** The name of the choice, for screen readers. */
  label: string
  options: readonly { value: T; text: string; icon?: ReactNode }[]
  value: T
  onChange: (value: T) => void
}

/** A row of choices of which one is selected. */
export function ToggleGroup<T extends string>({
  label,
  options,
  value,
  onChange,
}: ToggleGroupProps<T>) {
  return (
    <fieldset className={classes.group}>
      <legend className={hidden.hidden}>{label}</legend>
      {options.map((option) => (
        <Button
          key={option.value}
          variant="default"
          size="sm"
          leftSection={option.icon}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </Button>
      ))}
    </fieldset>
  )
}
