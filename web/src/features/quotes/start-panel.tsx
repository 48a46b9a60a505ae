import { Button } from '@mantine/core'
import type { Quote, QuoteTexts } from '@raahi/contract/quotes'
import { IconHistory, IconMap2, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { lastQuoteQuery, sampleQuery } from './quotes.api.ts'
import classes from './quotes.module.css'

interface StartPanelProps {
  quote: Quote
  /** Replaces the given texts of the draft. */
  onUse: (texts: Partial<QuoteTexts>) => void
  onTemplates: () => void
}

const countDays = (days: readonly unknown[]) =>
  days.length === 1 ? '1 day' : `${days.length} days`

/** What an empty quote can start with: a sample itinerary of its destination, the last quote, or a template. */
export function StartPanel({ quote, onUse, onTemplates }: StartPanelProps) {
  const { destination } = quote.lead
  const sample = useQuery(sampleQuery(destination))
  const last = useQuery(lastQuoteQuery(quote._id))
  const failed = [sample, last].find(({ isError }) => isError)
  return (
    <Panel title="Start from">
      <div className={classes.starts}>
        {sample.data && (
          <Choice
            icon={<IconMap2 size={18} aria-hidden />}
            label={`Sample itinerary of ${sample.data.name}`}
            note={`${countDays(sample.data.days)}, from Raahi’s guide. Adapt it to your hotels.`}
            onClick={() => onUse({ days: sample.data?.days ?? [] })}
          />
        )}
        {last.data && (
          <Choice
            icon={<IconHistory size={18} aria-hidden />}
            label={`Your last quote: ${last.data.texts.title}`}
            note={
              <>
                {countDays(last.data.texts.days)}, sent{' '}
                <DateTime value={last.data.sentAt} dateOnly />. Without its price.
              </>
            }
            onClick={() => onUse(last.data?.texts ?? {})}
          />
        )}
        <Choice
          icon={<IconTemplate size={18} aria-hidden />}
          label="A template"
          note="One that you have saved."
          onClick={onTemplates}
        />
        {(sample.isPending || last.isPending) && (
          <p className={classes.soft}>Looking for a sample and your last quote...</p>
        )}
        {failed && (
          <ErrorState
            text={errorWithReason(failed.error, 'Your last quote could not be loaded.')}
            onRetry={() => void failed.refetch()}
            retrying={failed.isFetching}
          />
        )}
      </div>
    </Panel>
  )
}

interface ChoiceProps {
  icon: ReactNode
  label: string
  note: ReactNode
  onClick: () => void
}

function Choice({ icon, label, note, onClick }: ChoiceProps) {
  return (
    <div>
      <Button variant="default" leftSection={icon} onClick={onClick}>
        {label}
      </Button>
      <p className={classes.soft}>{note}</p>
    </div>
  )
}
