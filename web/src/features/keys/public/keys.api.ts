import { agentScopes } from '@raahi/contract/key-scopes'
import {
  createKey,
  createSourceKey,
  listKeys,
  revokeKey,
  type SourceKey,
} from '@raahi/contract/keys'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'

const keysKey = ['keys'] as const

/** The keys of an agent, or for an admin those of all sources. */
export const keysQuery = queryOptions({
  queryKey: keysKey,
  queryFn: ({ signal }) => call(listKeys, {}, { signal }),
})

/** Makes a key of the agent, with the scope that agents can give. */
export function useCreateKey() {
  return useSingleMutation({
    mutationFn: (key: SourceKey) => call(createKey, { body: { ...key, scopes: [...agentScopes] } }),
    refreshes: [keysKey],
  })
}

export function useCreateSourceKey(id: string) {
  return useSingleMutation({
    mutationFn: (body: SourceKey) => call(createSourceKey, { params: { id }, body }),
    refreshes: [keysKey],
  })
}

export function useRevokeKey() {
  return useSingleMutation({
    mutationFn: (id: string) => call(revokeKey, { params: { id } }),
    refreshes: [keysKey],
  })
}
