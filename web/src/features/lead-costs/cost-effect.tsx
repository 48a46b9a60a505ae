import { useDebouncedValue } from '@mantine/hooks'
import type { LeadCostType } from '@raahi/contract/lead-costs'
import { errorWithReason } from '../../lib/api-error.ts'
import { describeCounts } from './lead-cost-effects.ts'
import classes from './lead-costs.module.css'
import { useLeadCostPreview } from './public/lead-costs.api.ts'
import { priceErrors } from './use-lead-cost-form.ts'

const typingPauseMs = 300

interface CostEffectProps {
  type: LeadCostType
  /** As typed, in rupees. */
  price: number | string
  /** A sentence that needs no figures, before those from the server. */
  text: string
}

/** What a price will change, before it is saved. */
export function CostEffect({ type, price, text }: CostEffectProps) {
  const isValid = Object.keys(priceErrors({ price })).length === 0
  const [typed] = useDebouncedValue(isValid ? Number(price) : null, typingPauseMs)
  const preview = useLeadCostPreview(type, typed)
  return (
    <p className={classes.effect} aria-live="polite">
      {text}{' '}
      {isValid && typed !== null && (
        <strong>
          {preview.data
            ? describeCounts(typed, preview.data)
            : preview.isError
              ? errorWithReason(preview.error, 'The affected leads could not be counted.')
              : 'Counting leads...'}
        </strong>
      )}
    </p>
  )
}
