import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Refetches the queries with this key after a change. A first load in progress is repeated, because it may have read
 * the data before the change.
 */
export function refetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const isFirstLoad = ({ state }: { state: { data: unknown } }) => state.data === undefined
  void client.cancelQueries({ queryKey, type: 'active', predicate: isFirstLoad })
  return client.invalidateQueries({ queryKey })
}
