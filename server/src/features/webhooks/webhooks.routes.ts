import * as webhooks from '@raahi/contract/webhooks'
import type { Config } from '../../config/index.ts'
import { actorOf } from '../../platform/audit-log/record-action.ts'
import { readList } from '../../platform/database/read-list.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import type { Encryption } from '../two-factor/public/encryption.ts'
import { createWebhook, deleteWebhook, rotateWebhook, updateWebhook } from './change-webhooks.ts'
import { queueTest, resendDelivery, resendSince } from './resend-deliveries.ts'
import { findDeliveryPage, findWebhooks, ownerOf, requireWebhook } from './webhooks.queries.ts'

export function addWebhookRoutes(
  services: RouteDeps & {
    config: Config
    passwords: Passwords
    encryption: Encryption | undefined
  },
): void {
  const { addRoute, database } = services
  const deps = { ...services, trial: services.config.trial }

  addRoute(webhooks.listWebhooks, async (call) => ({
    data: await readList(database, call, ({ kysely }) =>
      findWebhooks(kysely, ownerOf(call.caller)),
    ),
  }))

  addRoute(webhooks.createWebhook, async (call) => {
    const own = { caller: call.caller, actor: actorOf(call) }
    return { data: await createWebhook(deps, own, call.body) }
  })

  addRoute(webhooks.updateWebhook, async (call) => {
    const own = { caller: call.caller, actor: actorOf(call) }
    return { data: await updateWebhook(deps, own, call.params.id, call.body) }
  })

  addRoute(webhooks.deleteWebhook, async (call) => {
    await deleteWebhook(deps, { caller: call.caller, actor: actorOf(call) }, call.params.id)
    return {}
  })

  addRoute(webhooks.rotateWebhook, async (call) => {
    const own = { caller: call.caller, actor: actorOf(call) }
    return { data: await rotateWebhook(deps, own, call.params.id) }
  })

  addRoute(webhooks.testWebhook, async (call) => {
    const own = { caller: call.caller, actor: actorOf(call) }
    return { data: await queueTest(database, own, call.params.id) }
  })

  addRoute(webhooks.listWebhookDeliveries, async (call) => ({
    data: await readList(database, call, async ({ kysely }) => {
      await requireWebhook(kysely, ownerOf(call.caller), call.params.id)
      return findDeliveryPage(kysely, call.params.id, call.query)
    }),
  }))

  addRoute(webhooks.resendWebhookDelivery, async (call) => {
    await resendDelivery(database, { caller: call.caller, actor: actorOf(call) }, call.params)
    return {}
  })

  addRoute(webhooks.resendWebhookDeliveries, async (call) => {
    const own = { caller: call.caller, actor: actorOf(call) }
    const since = { id: call.params.id, since: call.body.since }
    return { data: await resendSince(database, own, since) }
  })
}
