import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core'
import { quoteLimits } from '@raahi/contract/quote-limits'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Panel } from '../../ui/panel.tsx'
import classes from './quotes.module.css'
import { type EditedDay, newDay } from './use-draft.ts'

interface QuoteDaysProps {
  days: readonly EditedDay[]
  errors: Record<string, string>
  onChange: (days: EditedDay[]) => void
}

/** The days of a trip. Their order is changed by buttons, or with Alt and the arrow keys within a day. */
export function QuoteDays({ days, errors, onChange }: QuoteDaysProps) {
  /** The element to focus after the next render, because moving an element in the page can lose the focus. */
  const focus = useRef<string | null>(null)
  useEffect(() => {
    if (focus.current) document.getElementById(focus.current)?.focus()
    focus.current = null
  })
  const move = (at: number, by: -1 | 1) => {
    const [day, other] = [days[at], days[at + by]]
    if (!day || !other) return
    focus.current = document.activeElement?.id || null
    onChange(days.map((each) => (each === day ? other : each === other ? day : each)))
  }
  const remove = (at: number) => {
    const next = days[at + 1] ?? days[at - 1]
    focus.current = next ? `day-${next.key}-title` : 'add-day'
    onChange(days.filter((_, index) => index !== at))
  }
  const add = () => {
    const day = newDay()
    focus.current = `day-${day.key}-title`
    onChange([...days, day])
  }
  return (
    <Panel title="Day by day">
      {errors.days && (
        <p className={classes.problem} data-problem>
          {errors.days}
        </p>
      )}
      <ol className={classes.days}>
        {days.map((day, at) => (
          <Day
            key={day.key}
            day={day}
            at={at}
            isLast={at === days.length - 1}
            errors={errors}
            onChange={(changed) =>
              onChange(days.map((each) => (each === day ? { ...day, ...changed } : each)))
            }
            onMove={(by) => move(at, by)}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      {days.length < quoteLimits.days && (
        <Button
          id="add-day"
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={add}
        >
          Add a day
        </Button>
      )}
    </Panel>
  )
}

const directions = [
  [-1, 'up', IconArrowUp],
  [1, 'down', IconArrowDown],
] as const

interface DayProps {
  day: EditedDay
  /** The position among the days, from 0. */
  at: number
  isLast: boolean
  errors: Record<string, string>
  onChange: (changed: Partial<EditedDay>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function Day({ day, at, isLast, errors, onChange, onMove, onRemove }: DayProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li className={classes.day} onKeyDown={onKeyDown}>
      <div className={classes.dayHead}>
        <h3>Day {at + 1}</h3>
        {directions.map(([by, name, Icon]) => (
          <ActionIcon
            key={name}
            id={`day-${day.key}-${name}`}
            variant="subtle"
            color="ink"
            size={44}
            aria-label={`Move day ${at + 1} ${name}`}
            aria-disabled={(by === -1 ? at === 0 : isLast) || undefined}
            className={classes.move}
            onClick={() => onMove(by)}
          >
            <Icon size={20} aria-hidden />
          </ActionIcon>
        ))}
        <ActionIcon
          variant="subtle"
          color="brick"
          size={44}
          aria-label={`Remove day ${at + 1}`}
          onClick={onRemove}
        >
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      </div>
      <TextInput
        id={`day-${day.key}-title`}
        label={`Title of day ${at + 1}`}
        maxLength={quoteLimits.dayTitle}
        value={day.title}
        error={errors[`days.${at}.title`]}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        id={`day-${day.key}-text`}
        label={`Plan of day ${at + 1}`}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={quoteLimits.dayText}
        value={day.text}
        error={errors[`days.${at}.text`]}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
    </li>
  )
}
