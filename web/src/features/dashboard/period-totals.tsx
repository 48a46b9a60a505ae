import { Skeleton } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import { formatMinutes } from '../../lib/ages.ts'
import { formatCount } from '../../lib/counts.ts'
import { formatPercent } from '../../lib/percent.ts'
import type { Overview } from './dashboard.api.ts'
import classes from './period-totals.module.css'

interface TotalsFigure {
  name: string
  value: (overview: Overview) => string
  hint?: (overview: Overview) => string
}

const figures: readonly TotalsFigure[] = [
  { name: 'Revenue', value: ({ totals }) => formatRupees(totals.revenue) },
  { name: 'Refunds', value: ({ totals }) => formatRupees(totals.refunds) },
  { name: 'Net', value: ({ totals }) => formatRupees(totals.net) },
  { name: 'Leads added', value: ({ totals }) => formatCount(totals.leadsAdded) },
  { name: 'Leads sold', value: ({ totals }) => formatCount(totals.leadsSold) },
  { name: 'Enquiries', value: ({ enquiries }) => formatCount(enquiries) },
  { name: 'New users', value: ({ newUsers }) => formatCount(newUsers) },
  {
    name: 'Sell-through',
    value: ({ sellThrough }) => (sellThrough === null ? '—' : formatPercent(sellThrough)),
    hint: ({ sellThrough, addedAndSold }) =>
      sellThrough === null
        ? 'No lead was added'
        : `${formatCount(addedAndSold)} of the added leads are sold`,
  },
  {
    name: 'Median time to sale',
    value: ({ medianMinutesToSale }) =>
      medianMinutesToSale === null ? '—' : formatMinutes(medianMinutesToSale),
    hint: ({ medianMinutesToSale }) =>
      medianMinutesToSale === null ? 'No lead was sold' : 'From added to sold',
  },
]

/** The figures of the period, without a chart. */
export function PeriodTotals({ overview }: { overview: Overview | undefined }) {
  return (
    <dl className={classes.totals}>
      {figures.map(({ name, value, hint }) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd className={classes.value} aria-busy={!overview}>
            {overview ? value(overview) : <Skeleton className={classes.line} width="60%" />}
          </dd>
          {hint && (
            <dd className={classes.hint}>
              {overview ? hint(overview) : <Skeleton className={classes.line} />}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
