import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { authorise } from './authorise.ts'
import { readBehaviour } from './behaviour.ts'
import type { DueWork } from './due-work.ts'
import { collection, orderEntity, paymentEntity, refundEntity } from './entities.ts'
import { GatewayError } from './gateway-error.ts'
import type { GatewaySandboxOptions } from './options.ts'
import { createOrder, listOrders, listPaymentsOfOrder, readOrder } from './orders.ts'
import { listQuery, newOrder, newRefund, parse } from './parse.ts'
import { listPayments, readPayment } from './payments.ts'
import { listRefundsOfPayment, readRefund, refundPayment } from './refunds.ts'

const paymentsQuery = listQuery.omit({ receipt: true })
const pageQuery = listQuery.pick({ count: true, skip: true })
const nothing = z.strictObject({})

type ById = { Params: { id: string } }

/** The provider's API below the mount path. It requires the key and its secret. */
export function addApi(
  app: FastifyInstance,
  options: GatewaySandboxOptions,
  { wake }: Pick<DueWork, 'wake'>,
): void {
  const { pool } = options
  app.addHook('onRequest', async (request) => authorise(request, options.keys))
  simulateFaults(app, options)

  app.post('/orders', async (request) =>
    orderEntity(await createOrder(pool, parse(newOrder, request.body))),
  )
  app.get('/orders', async (request) => {
    const orders = await listOrders(pool, parse(listQuery, request.query))
    return collection(orders.map(orderEntity))
  })
  app.get<ById>('/orders/:id', async ({ params }) => orderEntity(await readOrder(pool, params.id)))
  app.get<ById>('/orders/:id/payments', async ({ params, query }) => {
    parse(nothing, query)
    const payments = await listPaymentsOfOrder(pool, params.id)
    const behaviour = await readBehaviour(pool)
    return collection(payments.map((payment) => paymentEntity(payment, behaviour)))
  })

  app.get('/payments', async (request) => {
    const payments = await listPayments(pool, parse(paymentsQuery, request.query))
    const behaviour = await readBehaviour(pool)
    return collection(payments.map((payment) => paymentEntity(payment, behaviour)))
  })
  app.get<ById>('/payments/:id', async ({ params }) =>
    paymentEntity(await readPayment(pool, params.id), await readBehaviour(pool)),
  )

  app.post<ById>('/payments/:id/refund', async ({ params, body, headers }) => {
    const key = headers['x-refund-idempotency']?.toString()
    const refund = await refundPayment(pool, params.id, parse(newRefund, body ?? {}), key)
    wake()
    return refundEntity(refund)
  })
  app.get<ById>('/payments/:id/refunds', async ({ params, query }) => {
    const page = parse(pageQuery, query)
    await readPayment(pool, params.id)
    return collection((await listRefundsOfPayment(pool, params.id, page)).map(refundEntity))
  })
  app.get<ById>('/refunds/:id', async ({ params }) =>
    refundEntity(await readRefund(pool, params.id)),
  )
}

/** Simulates the faults of the API that the behaviour sets: slow, failed or lost responses. */
function simulateFaults(app: FastifyInstance, { pool }: GatewaySandboxOptions): void {
  const stopped = new AbortController()
  app.addHook('preClose', async () => stopped.abort())
  app.addHook('preHandler', async () => {
    const { latencyMs, failing } = await readBehaviour(pool)
    if (latencyMs > 0) {
      await sleep(latencyMs, undefined, { ref: false, signal: stopped.signal }).catch(() => {})
    }
    if (failing) {
      throw new GatewayError(500, {
        code: 'SERVER_ERROR',
        description: 'The sandbox is set to fail (see its behaviour).',
      })
    }
  })
  app.addHook('onSend', async (request) => {
    const { losing } = await readBehaviour(pool)
    if (losing) request.raw.socket.destroy()
  })
}
