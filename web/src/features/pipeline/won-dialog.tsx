import { moveBody, type PipelineCard } from '@raahi/contract/pipeline'
import { useEffect } from 'react'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import type { MoveDetails } from './use-moves.ts'

interface MoveDialogProps {
  /** Null before the first one was opened. */
  target: PipelineCard | null
  opened: boolean
  onClose: () => void
  onMove: (card: PipelineCard, details: MoveDetails) => void
}

export type { MoveDialogProps }

const toDetails = ({ wonAmount }: { wonAmount: number | string }) => ({
  wonAmount: wonAmount === '' ? null : Number(wonAmount),
})

/** Asks for the price of a won trip, which is optional. The price of the sent quote is proposed. */
export function WonDialog({ target, opened, onClose, onMove }: MoveDialogProps) {
  const form = useCheckedForm<{ wonAmount: number | string }>({
    initialValues: { wonAmount: '' },
    validate: (values) => fieldErrorsOf(moveBody, { to: 'won', version: 0, ...toDetails(values) }),
  })
  useEffect(() => {
    if (!opened || !target) return
    const proposed = target.stage === 'won' ? null : target.quoteAmount
    form.fill({ wonAmount: target.wonAmount ?? proposed ?? '' })
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
      title={`Trip won: ${target?.name ?? ''}`}
      onSubmit={submit}
      submitLabel="Move to Won"
      size="26rem"
    >
      <FormSection columns={1}>
        <PriceInput
          label="Price of the trip (optional)"
          description="What the traveller pays you. Only you see it; it shows what your leads are worth."
          {...form.getInputProps('wonAmount')}
        />
      </FormSection>
    </FormModal>
  )
}
