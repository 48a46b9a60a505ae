import { changeSettings, getSettings } from '@raahi/contract/settings'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

const settingsKey = ['settings'] as const

export function useSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(getSettings, {}, { signal }),
  })
}

/** Saves settings. Refetches them, also after a refusal, because another admin may have changed them. */
export function useChangeSettings() {
  return useSingleMutation({
    mutationFn: (body: z.input<typeof changeSettings.body>) => call(changeSettings, { body }),
    refreshes: [settingsKey],
  })
}
