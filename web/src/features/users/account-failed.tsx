import { errorWithReason } from '../../lib/api-error.ts'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { useAccount } from './use-account.ts'

/** Says that the wallet shown is from before, where it could not be read again; else nothing. */
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
