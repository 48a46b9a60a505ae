import { moveBody, type PipelineCard } from '@raahi/contract/pipeline'
import { type FormEvent, useEffect, useState } from 'react'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { FormModal } from '../../ui/form-modal.tsx'
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

/** Asks for the price of a won trip, which is optional. */
export function WonDialog({ target, opened, onClose, onMove }: MoveDialogProps) {
  const [amount, setAmount] = useState<number | string>('')
  const [error, setError] = useState<string>()
  useEffect(() => {
    if (!opened) return
    setAmount(target?.wonAmount ?? '')
    setError(undefined)
  }, [opened, target])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!target) return
    const wonAmount = amount === '' ? null : Number(amount)
    const found = fieldErrorsOf(moveBody, { to: 'won', version: target.version, wonAmount })
    setError(found.wonAmount)
    if (found.wonAmount) return
    onMove(target, { wonAmount })
    onClose()
  }
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={`Trip won: ${target?.name ?? ''}`}
      onSubmit={submit}
      submitLabel="Move to Won"
      size="26rem"
    >
      <PriceInput
        label="Price of the trip (optional)"
        description="What the traveller pays you. Only you see it; it shows what your leads are worth."
        value={amount}
        onChange={setAmount}
        error={error}
      />
    </FormModal>
  )
}
