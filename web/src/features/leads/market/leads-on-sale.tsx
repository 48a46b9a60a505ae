import { type LeadType, leadTypes } from '@raahi/contract/leads'
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorWithReason } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/counts.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Money } from '../../../ui/money.tsx'
import { RefreshFailed } from '../../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { useLeadCosts } from '../../lead-costs/public/lead-costs.api.ts'
import { leadTypeLabels } from '../../lead-facts/public/lead-labels.ts'
import { priceOfType } from '../../lead-facts/public/lead-price.ts'
import { leadPageQuery } from '../leads.api.ts'
import classes from './leads-on-sale.module.css'

/** The number of available leads of each type, as links to them. */
export function LeadsOnSale() {
  const queries = useQueries({
    queries: leadTypes.map((leadType) =>
      leadPageQuery({ leadType, status: 'buy', limit: 1, sort: 'cost' }),
    ),
  })
  const prices = useLeadCosts()
  const all = [...queries, prices]
  const retry = {
    onRetry: () => {
      for (const query of all) void query.refetch()
    },
    retrying: all.some((query) => query.isFetching),
  }
  const failed = queries.find((query) => query.error && !query.data)
  if (failed) {
    return (
      <ErrorState
        text={errorWithReason(failed.error, 'The leads on sale could not be loaded.')}
        {...retry}
      />
    )
  }
  if (queries.some((query) => !query.data)) {
    return <SkeletonList label="Counting leads..." layout="rows" count={2} />
  }
  const stale = all.find((query) => query.error)
  return (
    <>
      {stale && (
        <RefreshFailed
          text={errorWithReason(stale.error, 'These counts and prices could not be refreshed.')}
          {...retry}
        />
      )}
      <ul className={classes.list}>
        {leadTypes.map((leadType, index) => (
          <OnSale
            key={leadType}
            leadType={leadType}
            count={queries[index]?.data?.totalLeads ?? 0}
            price={prices.data ? priceOfType(prices.data, leadType) : null}
            lowest={queries[index]?.data?.leads[0]?.cost ?? null}
          />
        ))}
      </ul>
    </>
  )
}

interface OnSaleProps {
  leadType: LeadType
  count: number
  /** Rupees; null if the price is unknown or not set. */
  price: number | null
  /** Rupees: the lowest price of these leads, because older ones may cost less; null without leads or prices. */
  lowest: number | null
}

function OnSale({ leadType, count, price, lowest }: OnSaleProps) {
  const label = leadTypeLabels[leadType]
  const isCheaper = price !== null && lowest !== null && lowest < price
  return (
    <li>
      <Link to={`/dashboard/my-leads?leadType=${leadType}&status=buy`} className={classes.link}>
        <span className={classes.count}>{formatCount(count)}</span>
        <span>
          {label} {count === 1 ? 'lead' : 'leads'}
        </span>
        {price !== null && (
          <span className={classes.price}>
            {isCheaper ? (
              <>
                from <Money rupees={lowest} />
              </>
            ) : (
              <>
                <Money rupees={price} /> each
              </>
            )}
          </span>
        )}
      </Link>
    </li>
  )
}
