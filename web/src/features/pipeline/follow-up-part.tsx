import { Button, TextInput } from '@mantine/core'
import type { FollowUp, PipelineCard } from '@raahi/contract/pipeline'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { notifyError } from '../../ui/toast.ts'
import { UndoBar } from '../../ui/undo-bar.tsx'
import marks from './board-card.module.css'
import { FollowUpChoices } from './follow-up-choices.tsx'
import { followUpText, noFollowUpText, restoredFollowUp } from './follow-up-text.ts'
import classes from './public/card-details.module.css'
import { useSetFollowUp } from './public/pipeline.api.ts'

/** The follow-up of a card, and the controls that change it. */
export function FollowUpPart({ card }: { card: PipelineCard }) {
  const nowMs = useMinute()
  const set = useSetFollowUp()
  const [isOpen, setOpen] = useState(false)
  const [removed, setRemoved] = useState<FollowUp | null>(null)
  const closeUndo = useCallback(() => setRemoved(null), [])
  const { followUp, leadId } = card
  const noFollowUp = noFollowUpText(card)
  if (noFollowUp) return <p className={classes.quiet}>{noFollowUp}</p>
  const save = (on: string | null, time: string | null = null) =>
    set.mutate(
      { leadId, on, time },
      {
        onSuccess: () => {
          setOpen(false)
          setRemoved(on === null ? followUp : null)
        },
        onError: (error) =>
          notifyError(errorWithReason(error, 'The follow-up could not be saved.')),
      },
    )
  const restore = (before: FollowUp) => {
    const { on, time } = restoredFollowUp(before, nowMs)
    save(on, time)
  }
  const due = followUp && followUpText(followUp, nowMs)
  return (
    <>
      {followUp && due && (
        <div className={classes.due}>
          <span className={marks.mark} data-tone={due.tone}>
            <IconCalendarEvent size={16} aria-hidden />
            {due.text}
          </span>
          <Button variant="default" size="compact-sm" onClick={() => setOpen(!isOpen)}>
            Change
          </Button>
          <Button
            variant="subtle"
            color="ink"
            size="compact-sm"
            disabled={set.isPending}
            onClick={() => save(null)}
          >
            Done
          </Button>
        </div>
      )}
      {(!followUp || isOpen) && (
        <div className={classes.choices}>
          <FollowUpChoices
            onChoose={(day) => save(day, followUp?.time ?? null)}
            isDisabled={set.isPending}
          />
        </div>
      )}
      {followUp && isOpen && (
        <TextInput
          mt="xs"
          type="time"
          label="Time (optional)"
          defaultValue={followUp.time ?? ''}
          onBlur={(event) => {
            const time = event.currentTarget.value || null
            if (time !== followUp.time) save(followUp.on, time)
          }}
        />
      )}
      {removed && !followUp && (
        <UndoBar text="Follow-up done." onUndo={() => restore(removed)} onClose={closeUndo} />
      )}
    </>
  )
}
