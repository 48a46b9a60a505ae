import { Alert } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { formatRupees } from '@raahi/contract/formats'
import { leadTypes } from '@raahi/contract/leads'
import { type AgeRule, ageingPreviewDays, areSameSteps } from '@raahi/contract/price-ageing'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import classes from './price-ageing.module.css'
import { formatAge } from './public/format-steps.ts'
import { useAgeingPreview } from './public/price-ageing.api.ts'

/** How many leads on sale have which price today with these steps. It does not predict what would be sold. */
export function AgeingPreview({ rule }: { rule: AgeRule }) {
  const [shown] = useDebouncedValue(rule, 300)
  const { data, error, isPlaceholderData } = useAgeingPreview(shown)
  const isCurrent = data !== undefined && !isPlaceholderData && areSameSteps(shown, rule)
  const ages = leadTypes.flatMap((leadType) =>
    [{ afterDays: 0 }, ...rule[leadType]].map(({ afterDays }) => ({ leadType, afterDays })),
  )
  return (
    <section aria-labelledby="ageing-preview" className={classes.preview}>
      <h3 id="ageing-preview" className={classes.previewTitle}>
        Leads on sale today, with these steps
      </h3>
      {error && !data ? (
        <Alert color="brick" role="alert">
          {errorWithReason(error, 'The preview could not be loaded.')}
        </Alert>
      ) : (
        <div aria-live="polite" aria-busy={!isCurrent}>
          <FigureTable
            label="Leads on sale today by price"
            heads={['On sale for', 'Price', 'Leads', `${ageingPreviewDays} days`]}
            rows={ages.map((age, at) => {
              // The rows have their places before the figures arrive.
              const row = isCurrent ? data[at] : undefined
              const price = row?.price == null ? 'No price set' : formatRupees(row.price)
              const figures = row && [price, formatCount(row.leads), formatCount(row.recentLeads)]
              return [formatAge(age, ages[at + 1]), ...(figures ?? ['…', '…', '…'])]
            })}
          />
          <p className={classes.previewNote}>
            ‘{ageingPreviewDays} days’ counts those of the leads that were put on sale in the last{' '}
            {ageingPreviewDays} days.
          </p>
        </div>
      )}
    </section>
  )
}
