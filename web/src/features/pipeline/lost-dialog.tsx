import { NativeSelect, Textarea } from '@mantine/core'
import { maxLostTextLength, moveBody } from '@raahi/contract/pipeline'
import { type LostReason, lostReasons } from '@raahi/contract/pipeline-labels'
import { useEffect } from 'react'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import type { MoveDialogProps } from './won-dialog.tsx'

const reasonOptions = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(lostReasons).map(([value, label]) => ({ value, label })),
]

const toDetails = ({ lostReason, lostText }: { lostReason: string; lostText: string }) => ({
  lostReason: (lostReason || null) as LostReason | null,
  lostText: lostText.trim() || null,
})

/** Asks why a trip was lost. */
export function LostDialog({ target, opened, onClose, onMove }: MoveDialogProps) {
  const form = useCheckedForm({
    initialValues: { lostReason: '', lostText: '' },
    validate: (values) => fieldErrorsOf(moveBody, { to: 'lost', version: 0, ...toDetails(values) }),
  })
  useEffect(() => {
    if (!opened) return
    form.fill({ lostReason: target?.lostReason ?? '', lostText: target?.lostText ?? '' })
  }, [opened, target])
  const submit = form.onSubmit((values) => {
    if (!target) return
    onMove(target, toDetails(values))
    onClose()
  })
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={`Trip lost: ${target?.name ?? ''}`}
      onSubmit={submit}
      submitLabel="Move to Lost"
      size="28rem"
    >
      <FormSection columns={1}>
        <NativeSelect
          label="Why did they not book?"
          data={reasonOptions}
          {...form.getInputProps('lostReason')}
        />
        <Textarea
          label="Note (optional)"
          rows={3}
          maxLength={maxLostTextLength}
          {...form.getInputProps('lostText')}
        />
      </FormSection>
    </FormModal>
  )
}
