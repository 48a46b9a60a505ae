import { NativeSelect, Textarea } from '@mantine/core'
import { maxLostTextLength, moveBody } from '@raahi/contract/pipeline'
import { type LostReason, lostReasons } from '@raahi/contract/pipeline-labels'
import { type FormEvent, useEffect, useState } from 'react'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import type { MoveDialogProps } from './won-dialog.tsx'

const reasonOptions = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(lostReasons).map(([value, label]) => ({ value, label })),
]

/** Asks why a trip was lost. */
export function LostDialog({ target, opened, onClose, onMove }: MoveDialogProps) {
  const [lostReason, setReason] = useState<string>('')
  const [lostText, setText] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  useEffect(() => {
    if (!opened) return
    setReason(target?.lostReason ?? '')
    setText(target?.lostText ?? '')
    setErrors({})
  }, [opened, target])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!target) return
    const details = {
      lostReason: (lostReason || null) as LostReason | null,
      lostText: lostText.trim() || null,
    }
    const found = fieldErrorsOf(moveBody, { to: 'lost', version: target.version, ...details })
    setErrors(found)
    if (Object.keys(found).length > 0) return
    onMove(target, details)
    onClose()
  }
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={`Trip lost: ${target?.name ?? ''}`}
      onSubmit={submit}
      submitLabel="Move to Lost"
      size="28rem"
    >
      <NativeSelect
        label="Why did they not book?"
        data={reasonOptions}
        value={lostReason}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setErrors({})
        }}
        error={errors.lostReason}
      />
      <Textarea
        mt="md"
        label="Note (optional)"
        rows={3}
        maxLength={maxLostTextLength}
        value={lostText}
        onChange={(event) => setText(event.currentTarget.value)}
        error={errors.lostText}
      />
    </FormModal>
  )
}
