import { errorWithReason } from '../../lib/api-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { Versions } from '../../ui/versions.tsx'
import classes from './price-ageing.module.css'
import { PriceAgeingForm } from './price-ageing-form.tsx'
import { formatSteps } from './public/format-steps.ts'
import { usePriceAgeing } from './public/price-ageing.api.ts'

/** The steps by which unsold leads become cheaper, their earlier versions, and a form for the next one. */
export function PriceAgeing() {
  const query = usePriceAgeing()
  const retry = { onRetry: () => query.refetch(), retrying: query.isFetching }
  const versions = query.data ?? []
  const [current] = versions
  if (!current) {
    return query.isError ? (
      <ErrorState
        text={errorWithReason(query.error, 'The prices by age could not be loaded.')}
        {...retry}
      />
    ) : (
      <SkeletonList label="Loading prices by age..." layout="rows" count={2} />
    )
  }
  return (
    <>
      {query.isError && (
        <RefreshFailed
          text={errorWithReason(query.error, 'The prices by age could not be refreshed.')}
          {...retry}
        />
      )}
      <div className={classes.panels}>
        <PriceAgeingForm current={current} />
        <Versions
          versions={versions}
          action="price-ageing.change"
          describe={formatSteps}
          since="Since"
        />
      </div>
    </>
  )
}
