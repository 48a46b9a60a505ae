import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './toggle-group.module.css'

type ToggleGroupProps<T extends string> = {
  /** What is chosen here, for those who do not see it. */
  label: string
  options: readonly { value: T; text: string; icon?: ReactNode }[]
  value: T
  onChange: (value: T) => void
}

/** A few choices side by side, of which one is on. */
export function ToggleGroup<T extends string>({
  label,
  options,
  value,
  onChange,
}: ToggleGroupProps<T>) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{label}</legend>
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
