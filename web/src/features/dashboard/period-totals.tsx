import { Skeleton } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import { formatMinutes } from '../../lib/ages.ts'
import { formatCount } from '../../lib/counts.ts'
import { formatPercent } from '../../lib/percent.ts'
import { useMay } from '../../lib/session.ts'
import type { Overview } from './dashboard.api.ts'
import classes from './period-totals.module.css'

interface TotalsFigure {
  name: string
  /** Only for admins with the right `money`, who get the amounts. */
  isMoney?: true
  value: (overview: Overview) => string
  hint?: (overview: Overview) => string
}

const figures: readonly TotalsFigure[] = [
  { name: 'Revenue', isMoney: true, value: ({ totals }) => formatRupees(totals.revenue ?? 0) },
  { name: 'Refunds', isMoney: true, value: ({ totals }) => formatRupees(totals.refunds ?? 0) },
  { name: 'Net', isMoney: true, value: ({ totals }) => formatRupees(totals.net ?? 0) },
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
  const mayMoney = useMay('money')
  return (
    <dl className={classes.totals}>
      {figures
        .filter(({ isMoney }) => mayMoney || !isMoney)
        .map(({ name, value, hint }) => (
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
