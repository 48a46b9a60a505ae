import type { Answer, CallInput } from '@raahi/contract/endpoint'
import type { ExportFormat } from '@raahi/contract/export-format'
import { getLead, type Lead } from '@raahi/contract/leads'
import {
  buyLead,
  exportPurchases,
  getPurchaseFigures,
  listPurchases,
  type PayWay,
} from '@raahi/contract/purchases'
import type { User } from '@raahi/contract/users'
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { callForFile } from '../../lib/api-file.ts'
import {
  accountKey,
  leadsKey,
  purchasesKey,
  statementKey,
  subscriptionsKey,
} from '../../lib/query-keys.ts'
import { refetch } from '../../lib/refetch.ts'
import { useSignedInUser } from '../../lib/session.ts'
import { useIntentKey } from '../../lib/use-intent-key.ts'
import { useAgentRole } from '../account/public/use-agent-role.ts'
import type { PurchaseFilters } from './purchase-filters.ts'

/** One purchase as the dialog shows it. The same purchase is sent with the same idempotency key until it is settled. */
export interface BuyIntent {
  leadId: string
  /** Rupees, as shown to the buyer. */
  cost: number
  payWith: PayWay
}

/**
 * Buys a lead as the dialog shows it: with a plan at any price, or from the wallet at this price. Afterwards, also
 * after a refusal, everything that a purchase affects is refetched: lists, purchases, plans, wallet and statement.
 */
export function useBuyLead() {
  const queryClient = useQueryClient()
  const { send } = useIntentKey()
  return useMutation({
    mutationFn: ({ leadId, cost, payWith }: BuyIntent) =>
      send(`${leadId} ${payWith} ${cost}`, (idempotencyKey) =>
        call(
          buyLead,
          { body: { leadId, payWith, ...(payWith === 'wallet' && { expectedCost: cost }) } },
          { idempotencyKey },
        ),
      ),
    onSuccess: ({ wallet }) => {
      queryClient.setQueryData<User>(accountKey, (user) => user && { ...user, wallet })
    },
    onSettled: () => {
      const changed = [leadsKey, purchasesKey, subscriptionsKey, accountKey, statementKey]
      for (const queryKey of changed) void refetch(queryClient, queryKey)
    },
  })
}

/** The lead as it is now, with its current price. */
export function readLead(id: string): Promise<Lead> {
  return call(getLead, { params: { id } })
}

export type PurchasePage = Answer<typeof listPurchases>

/** The query of a page of purchases. Absent filters are not set. */
type PurchaseQuery = Omit<
  NonNullable<CallInput<typeof listPurchases>['query']>,
  'page' | 'limit'
> & {
  page: number
  limit: number
}

/** A page of purchases, newest first: those of the user `userId`, or by default those of the logged-in agent. */
export function purchasePageQuery({ page, limit, ...filters }: PurchaseQuery) {
  const query = { ...filters, page: String(page), limit: String(limit) }
  return queryOptions({
    queryKey: [...purchasesKey, 'page', query],
    queryFn: ({ signal }) => call(listPurchases, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The logged-in agent's figures. */
/** The figures of the purchases, which callers do not learn. */
export function usePurchaseFigures() {
  const userId = useSignedInUser()._id
  const isCaller = useAgentRole() === 'caller'
  return useQuery({
    enabled: !isCaller,
    queryKey: [...purchasesKey, 'figures', userId],
    queryFn: ({ signal }) => call(getPurchaseFigures, {}, { signal }),
  })
}

/** The logged-in agent's purchases that match the filters, as a file. */
export function fetchPurchasesFile(
  { page, lead, ...query }: PurchaseFilters,
  format: ExportFormat,
): Promise<Blob> {
  return callForFile(exportPurchases, { query: { ...query, format } })
}
