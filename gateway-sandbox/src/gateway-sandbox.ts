import type { FastifyInstance } from 'fastify'
import { addApi } from './api.routes.ts'
import { authorise } from './authorise.ts'
import { behaviour, readBehaviour, saveBehaviour } from './behaviour.ts'
import { captureLateNow } from './capture.ts'
import { addCheckoutFiles } from './checkout-files.ts'
import { startDueWork } from './due-work.ts'
import { paymentEntity } from './entities.ts'
import { GatewayError } from './gateway-error.ts'
import type { GatewaySandboxOptions } from './options.ts'
import { newPayment, parse } from './parse.ts'
import { pay } from './pay.ts'
import { sandboxPath } from './sandbox-path.ts'

/** A payment with 15 notes of 256 characters is smaller. */
const bodyLimitBytes = 16 * 1024

/**
 * Adds the stand-in gateway below `/sandbox/razorpay`: the provider's API, the checkout, and the control of simulated
 * faults. It sends webhooks and captures late payments from the time the app listens until it is closed.
 */
export async function addGatewaySandbox(
  app: FastifyInstance,
  options: GatewaySandboxOptions,
): Promise<void> {
  const dueWork = startDueWork(options)
  app.addHook('onListen', async () => dueWork.wake())
  app.addHook('onClose', () => dueWork.stop())
  await app.register(
    async (sandbox) => {
      speakAsProvider(sandbox, options)
      addControls(sandbox, options, dueWork.wake)
      addCheckoutFiles(sandbox)
      await sandbox.register(async (api) => addApi(api, options, dueWork), { prefix: '/v1' })
    },
    { prefix: sandboxPath },
  )
}

/** Parses bodies and formats errors and headers like the provider, not like the product. */
function speakAsProvider(sandbox: FastifyInstance, { log }: GatewaySandboxOptions): void {
  sandbox.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true }
    route.bodyLimit = bodyLimitBytes
  })
  sandbox.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  sandbox.removeAllContentTypeParsers()
  const parseJson = sandbox.getDefaultJsonParser('error', 'error')
  sandbox.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, body: string, done) => {
      if (body === '') done(null, undefined)
      else parseJson(request, body, done)
    },
  )
  sandbox.setErrorHandler((error, _request, reply) => {
    const failure = asGatewayError(error)
    if (failure.status >= 500) log.error({ err: error }, 'the payment sandbox failed')
    if (failure.status === 401) reply.header('www-authenticate', 'Basic realm="Razorpay"')
    return reply.status(failure.status).send({ error: failure.error })
  })
  sandbox.setNotFoundHandler((_request, reply) => {
    const { error } = new GatewayError(404, {
      description: 'The requested URL was not found on the server.',
    })
    return reply.status(404).send({ error })
  })
}

function asGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) {
    return new GatewayError(status, { description: 'We could not read this request.' })
  }
  return new GatewayError(500, {
    code: 'SERVER_ERROR',
    description: 'The sandbox could not do this. Try again.',
  })
}

/**
 * The payment call of the checkout, which needs no key, and the controls for tests and demonstrations, which need it.
 */
function addControls(
  sandbox: FastifyInstance,
  options: GatewaySandboxOptions,
  wake: () => void,
): void {
  const { pool, keys } = options
  sandbox.post('/pay', async (request, reply) => {
    const wanted = parse(newPayment, request.body)
    try {
      return await pay(options, wanted)
    } catch (error) {
      // Browsers log every 400 as an error. A declined card is an expected response for the sheet of the sandbox.
      if (!(error instanceof GatewayError) || request.headers.prefer !== 'status=200') throw error
      return reply.send({ error: error.error })
    } finally {
      wake()
    }
  })
  const isKeyHolder = {
    onRequest: async (request: Parameters<typeof authorise>[0]) => authorise(request, keys),
  }
  sandbox.get('/behaviour', isKeyHolder, () => readBehaviour(pool))
  sandbox.put('/behaviour', isKeyHolder, async (request) => {
    const settings = parse(behaviour, request.body)
    await saveBehaviour(pool, settings)
    return settings
  })
  sandbox.post<{ Params: { id: string } }>('/late/:id/capture', isKeyHolder, async ({ params }) => {
    const payment = await captureLateNow(pool, params.id)
    wake()
    return paymentEntity(payment, await readBehaviour(pool))
  })
}
