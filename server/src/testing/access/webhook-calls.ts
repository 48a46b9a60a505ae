import { factoryPassword, type MadeUser } from '../factories.ts'
import type { TestApp } from '../test-app.ts'
import { encryptionOf, makeFailedDelivery, makeWebhook } from '../webhooks.ts'
import type { AccessCalls } from './access-calls.ts'

// Nothing listens there.
const url = 'http://127.0.0.1:9/hook'

/** The calls about webhooks. Admins share theirs and have other events than agents. */
export const webhookCalls: AccessCalls = {
  statuses: {
    //                        an. gar exp ref end sus age oth adm
    createWebhook: '          401 401 401 401 401 401 201 201 400',
    listWebhooks: '           401 401 401 401 401 401 200 200 200',
    updateWebhook: '          401 401 401 401 401 401 200 404 404',
    deleteWebhook: '          401 401 401 401 401 401 200 404 404',
    testWebhook: '            401 401 401 401 401 401 200 404 404',
    rotateWebhook: '          401 401 401 401 401 401 200 404 404',
    listWebhookDeliveries: '  401 401 401 401 401 401 200 404 404',
    resendWebhookDelivery: '  401 401 401 401 401 401 200 404 404',
    resendWebhookDeliveries: '401 401 401 401 401 401 200 404 404',
  },
  notFound: {
    createWebhook: 'VALIDATION_FAILED',
    updateWebhook: 'WEBHOOK_NOT_FOUND',
    deleteWebhook: 'WEBHOOK_NOT_FOUND',
    testWebhook: 'WEBHOOK_NOT_FOUND',
    rotateWebhook: 'WEBHOOK_NOT_FOUND',
    listWebhookDeliveries: 'WEBHOOK_NOT_FOUND',
    resendWebhookDelivery: 'WEBHOOK_NOT_FOUND',
    resendWebhookDeliveries: 'WEBHOOK_NOT_FOUND',
  },
  requests: {
    createWebhook: async () => ({
      body: { url, events: ['wallet.low'], password: factoryPassword },
    }),
    listWebhooks: async () => ({}),
    updateWebhook: async (app, agent) => ({
      ...(await ofWebhook(app, agent)),
      body: { isPaused: true },
    }),
    deleteWebhook: ofWebhook,
    testWebhook: ofWebhook,
    rotateWebhook: ofWebhook,
    listWebhookDeliveries: ofWebhook,
    resendWebhookDelivery: async (app, agent) => {
      const { params } = await ofWebhook(app, agent)
      return { params: { ...params, deliveryId: await makeFailedDelivery(app.db, params.id) } }
    },
    resendWebhookDeliveries: async (app, agent) => ({
      ...(await ofWebhook(app, agent)),
      body: { since: new Date().toISOString() },
    }),
  },
}

async function ofWebhook(app: TestApp, agent: MadeUser) {
  const { id } = await makeWebhook(app.db, await encryptionOf(app), agent.id, { url })
  return { params: { id } }
}
