import {
  addPushDevice,
  getPushAlerts,
  type PushAlerts,
  removePushDevice,
  sendTestAlert,
} from '@raahi/contract/push-alerts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useSignedInUser } from '../../../lib/session.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'
import {
  findSubscription,
  PermissionMissing,
  type PushSupport,
  readSupport,
  subscribe,
  unsubscribe,
} from '../browser-push.ts'
import { removeMark, writeMark } from './push-mark.ts'

/** The devices of the agent, and what this browser can do. */
export interface PushState extends PushAlerts {
  support: PushSupport
  isBlocked: boolean
  /** Whether this browser shows alerts. */
  isOn: boolean
}

export const pushStateQuery = queryOptions({
  queryKey: ['push-alerts'],
  queryFn: async ({ signal }): Promise<PushState> => {
    const [alerts, subscription] = await Promise.all([
      call(getPushAlerts, {}, { signal }),
      findSubscription(),
    ])
    const support = readSupport()
    const permission = support === 'supported' ? Notification.permission : 'default'
    const isAdded = alerts.devices.some(({ isCurrent }) => isCurrent)
    return {
      ...alerts,
      support,
      isBlocked: permission === 'denied',
      isOn: isAdded && subscription !== null && permission === 'granted',
    }
  },
  staleTime: 10_000,
})

function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: pushStateQuery.queryKey })
}

/**
 * Switches alerts on in this browser. `permission` comes from the caller, because browsers show the prompt only in a
 * click.
 */
export function useSwitchOn() {
  const refresh = useRefresh()
  const { _id: userId } = useSignedInUser()
  return useSingleMutation({
    mutationFn: async ({
      publicKey,
      permission,
    }: {
      publicKey: string
      permission: Promise<NotificationPermission>
    }) => {
      if ((await permission) !== 'granted') throw new PermissionMissing()
      const body = await subscribe(publicKey)
      const { sessionId } = await call(addPushDevice, { body })
      writeMark({ userId, sessionId, endpoint: body.endpoint })
      await refresh()
    },
    onSettled: () => void refresh(),
  })
}

/** Removes a device. For this browser, it also ends the subscription at the push service. */
export function useRemoveDevice() {
  const refresh = useRefresh()
  return useSingleMutation({
    mutationFn: async ({ id, isCurrent }: { id: string; isCurrent: boolean }) => {
      await call(removePushDevice, { params: { id } })
      if (isCurrent) {
        removeMark()
        await unsubscribe()
      }
      await refresh()
    },
    onSettled: () => void refresh(),
  })
}

export function useSendTest() {
  return useSingleMutation({
    mutationFn: (id: string) => call(sendTestAlert, { params: { id } }),
  })
}
