import { quoteStateLabels } from '@raahi/contract/pipeline-labels'
import type { QuoteState } from '@raahi/contract/quote-rules'
import { IconFileText } from '@tabler/icons-react'
import classes from './board-card.module.css'

const tones: Partial<Record<QuoteState, string>> = {
  question: 'warning',
  liked: 'success',
  expired: 'warning',
}

/** The state of a quote as a card shows it. */
export function QuoteMark({ quote }: { quote: QuoteState | null }) {
  if (quote === null) return null
  return (
    <span className={classes.mark} data-tone={tones[quote]}>
      <IconFileText size={15} aria-hidden />
      {quoteStateLabels[quote]}
    </span>
  )
}
