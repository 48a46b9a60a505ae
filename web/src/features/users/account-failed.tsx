import { errorWithReason } from '../../lib/api-error.ts'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { useAccount } from '../account/public/use-account.ts'

/** Says that the shown balance may be old because it could not be refreshed. Otherwise renders nothing. */
export function AccountFailed() {
  const { error, isFetching, refetch } = useAccount().query
  return (
    error && (
      <RefreshFailed
        text={errorWithReason(error, 'Your wallet balance could not be refreshed.')}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    )
  )
}
