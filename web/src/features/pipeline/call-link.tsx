import type { PipelineCard } from '@raahi/contract/pipeline'
import { IconPhone } from '@tabler/icons-react'
import classes from './call-link.module.css'
import { useTapRecords } from './public/contact-taps.ts'

/**
 * A link that calls the traveller of a card, on phones. Renders nothing after a withdrawal or a return. An element
 * around it must name the lead with `data-lead`, so that the call is recorded.
 */
export function CallLink({ card }: { card: PipelineCard }) {
  useTapRecords()
  if (!card.phone || card.column === 'returned') return null
  return (
    <a href={`tel:${card.phone}`} className={classes.call} aria-label={`Call ${card.name}`}>
      <IconPhone size={20} stroke={1.75} aria-hidden />
    </a>
  )
}
