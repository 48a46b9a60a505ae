import type { CallInput } from '@raahi/contract/endpoint'
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDeliveries,
  resendWebhookDelivery,
  rotateWebhook,
  testWebhook,
  updateWebhook,
} from '@raahi/contract/webhooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

export type NewWebhook = CallInput<typeof createWebhook>['body']
export type WebhookChanges = CallInput<typeof updateWebhook>['body']

/** Deliveries per page. */
export const deliveriesPerPage = 20
const webhooksKey = ['webhooks'] as const
const deliveriesKey = ['webhook-deliveries'] as const
const refreshes = [webhooksKey, deliveriesKey]
/** While deliveries are watched, attempts of the next seconds appear by themselves. */
const refreshMs = 3000

export const webhooksQuery = queryOptions({
  queryKey: webhooksKey,
  queryFn: ({ signal }) => call(listWebhooks, {}, { signal }),
})

/** A page of the log. The previous page stays until the next one is loaded. */
export function useDeliveries(id: string, page: number) {
  const query = { page: String(page), limit: String(deliveriesPerPage) }
  return useQuery({
    queryKey: [...deliveriesKey, id, query],
    queryFn: ({ signal }) => call(listWebhookDeliveries, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.docs.some((delivery) => delivery.state === 'waiting') ? refreshMs : false,
  })
}

export function useCreateWebhook() {
  return useSingleMutation({
    mutationFn: (body: NewWebhook) => call(createWebhook, { body }),
    refreshes,
  })
}

export function useUpdateWebhook() {
  return useSingleMutation({
    mutationFn: ({ id, body }: { id: string; body: WebhookChanges }) =>
      call(updateWebhook, { params: { id }, body }),
    refreshes,
  })
}

export function useDeleteWebhook() {
  return useSingleMutation({
    mutationFn: (id: string) => call(deleteWebhook, { params: { id } }),
    refreshes,
  })
}

export function useRotateWebhook() {
  return useSingleMutation({
    mutationFn: (id: string) => call(rotateWebhook, { params: { id } }),
    refreshes,
  })
}

export function useTestWebhook() {
  return useSingleMutation({
    mutationFn: (id: string) => call(testWebhook, { params: { id } }),
    refreshes,
  })
}

export function useResendDelivery() {
  return useSingleMutation({
    mutationFn: (params: { id: string; deliveryId: string }) =>
      call(resendWebhookDelivery, { params }),
    refreshes,
  })
}

export function useResendSince() {
  return useSingleMutation({
    mutationFn: ({ id, since }: { id: string; since: string }) =>
      call(resendWebhookDeliveries, { params: { id }, body: { since } }),
    refreshes,
  })
}
