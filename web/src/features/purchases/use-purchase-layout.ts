import { type PurchaseLayout, purchaseLayouts } from '@raahi/contract/lead-preferences'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { readLocalText, storeLocalText, userTextKey } from '../../lib/local-texts.ts'
import { useSignedInUser } from '../../lib/session.ts'
import { notifyError } from '../../ui/toast.ts'
import { leadPreferencesQuery, saveLeadPreferences } from '../leads/public/lead-preferences.api.ts'

/**
 * The layout of the purchased leads, which the server stores for each agent. Until it is loaded, the layout of the last
 * visit with this browser.
 * @returns undefined until the layout is known; the list if it could not be loaded
 */
export function usePurchaseLayout() {
  const client = useQueryClient()
  const userId = useSignedInUser()._id
  const { data, error } = useQuery(leadPreferencesQuery(userId))
  const key = userTextKey('purchase-layout', userId)
  const [last] = useState(() => purchaseLayouts.find((one) => one === readLocalText(key)))
  // The chosen layout is shown before the server has stored it.
  const [chosen, setChosen] = useState<PurchaseLayout>()
  const setLayout = useCallback(
    async (purchaseLayout: PurchaseLayout) => {
      setChosen(purchaseLayout)
      try {
        await saveLeadPreferences(client, userId, { purchaseLayout })
      } catch (failure) {
        notifyError(errorWithReason(failure, 'Your choice of layout could not be saved.'))
      }
    },
    [client, userId],
  )
  const known = chosen ?? data?.purchaseLayout
  useEffect(() => {
    if (known) storeLocalText(key, known)
  }, [key, known])
  return { layout: known ?? last ?? (error ? ('list' as const) : undefined), setLayout }
}
