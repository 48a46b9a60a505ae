import { Skeleton } from '@mantine/core'
import type { PurchaseFigures } from '@raahi/contract/purchases'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/counts.ts'
import { Money } from '../../ui/money.tsx'
import classes from './purchase-stats.module.css'

interface PurchaseStatsProps {
  /** Undefined until they are loaded. */
  figures: PurchaseFigures | undefined
  failed: boolean
}

/** Total Leads, Total Spent and This Month in one line; a dash if they could not be loaded. */
export function PurchaseStats({ figures, failed }: PurchaseStatsProps) {
  const show = (value: (loaded: PurchaseFigures) => ReactNode) =>
    figures ? value(figures) : failed ? '—' : <Skeleton height={12} width={32} />
  return (
    <dl className={classes.line} aria-busy={!figures && !failed}>
      <div>
        <dt>Total Leads</dt>
        <dd>{show(({ totalLeads }) => formatCount(totalLeads))}</dd>
      </div>
      <div>
        <dt>Total Spent</dt>
        <dd>
          {show(({ totalSpent }) => (
            <Money rupees={totalSpent} />
          ))}
        </dd>
        {figures && figures.leadsWithPlans > 0 && (
          <dd className={classes.hint}>{withPlansText(figures.leadsWithPlans)}</dd>
        )}
      </div>
      <div>
        <dt>This Month</dt>
        <dd>{show(({ boughtThisMonth }) => formatCount(boughtThisMonth))}</dd>
      </div>
    </dl>
  )
}

/** The leads paid by plans, which Total Spent does not include. */
function withPlansText(leads: number): string {
  return leads === 1 ? 'and 1 lead with a plan' : `and ${formatCount(leads)} leads with plans`
}
