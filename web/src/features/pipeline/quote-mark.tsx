import type { QuoteState } from '@raahi/contract/quote-rules'
import { IconFileText } from '@tabler/icons-react'
import classes from './board-card.module.css'

/** How a card shows the state of its quote. */
const marks: Record<QuoteState, { text: string; tone?: string }> = {
  draft: { text: 'Quote draft' },
  sent: { text: 'Quote sent' },
  viewed: { text: 'Quote opened' },
  question: { text: 'Asks about quote', tone: 'warning' },
  liked: { text: 'Likes quote', tone: 'success' },
  expired: { text: 'Quote expired', tone: 'warning' },
  withdrawn: { text: 'Quote withdrawn' },
}

export function QuoteMark({ quote }: { quote: QuoteState | null }) {
  if (quote === null) return null
  const { text, tone } = marks[quote]
  return (
    <span className={classes.mark} data-tone={tone}>
      <IconFileText size={15} aria-hidden />
      {text}
    </span>
  )
}
