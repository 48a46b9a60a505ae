import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMinute } from '../../lib/use-minute.ts'
import { DateField } from '../../ui/date-field.tsx'
import { daysFromToday } from './follow-up-text.ts'
import classes from './outcome-question.module.css'

const choices = [
  { label: 'Tomorrow', days: 1 },
  { label: 'In 3 days', days: 3 },
  { label: 'In a week', days: 7 },
] as const

/** Buttons that set the next follow-up with one tap, and a field for another day. */
export function FollowUpChoices(props: { onChoose: (day: string) => void; isDisabled: boolean }) {
  const { onChoose, isDisabled } = props
  const [isOther, setOther] = useState(false)
  const [day, setDay] = useState('')
  const nowMs = useMinute()
  return (
    <>
      <div className={classes.choices}>
        {choices.map(({ label, days }) => (
          <Button
            key={label}
            variant="default"
            disabled={isDisabled}
            onClick={() => onChoose(daysFromToday(days, nowMs))}
          >
            {label}
          </Button>
        ))}
        <Button
          variant="default"
          disabled={isDisabled}
          aria-expanded={isOther}
          onClick={() => setOther(!isOther)}
        >
          Another day
        </Button>
      </div>
      {isOther && (
        <div className={classes.day}>
          <DateField
            label="Follow up on"
            value={day}
            onChange={setDay}
            min={daysFromToday(0, nowMs)}
            data-autofocus
          />
          <Button disabled={isDisabled || day === ''} onClick={() => onChoose(day)}>
            Set
          </Button>
        </div>
      )}
    </>
  )
}
