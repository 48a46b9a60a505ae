import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Config } from '../../config/index.ts'
import type { Database } from '../database/connect.ts'
import { messagesPage, type SandboxMessage } from './messages-page.ts'
import { readSmsBehaviour, saveSmsBehaviour, smsBehaviour } from './sms-behaviour.ts'

// A stand-in for the SMS provider in a trial. It sends nothing. Its state is in the database, for all processes.

/** Path of the stand-in, which replaces the address of the provider. */
export const smsSandboxPath = '/sandbox/msg91'

const maxShownMessages = 100
const flow = z.object({
  template_id: z.string(),
  short_url: z.literal('0'),
  recipients: z.tuple([
    z.object({ mobiles: z.string().regex(/^91[6-9]\d{9}$/), code: z.string().regex(/^\d{6}$/) }),
  ]),
})

/** The text that the operator registers with the provider; `##code##` is the variable. It contains no link. */
export const smsTemplate =
  '##code## is your Raahi code. It is valid for 10 minutes. We never ask you for it on a call.'

/** Serves the provider's API, and the messages at `/dev/messages`. Outside a trial these addresses do not exist. */
export function addSmsSandbox(app: FastifyInstance, config: Config, database: Database): void {
  const { sms } = config
  if (sms.mode !== 'sandbox') return
  const { pool } = database
  const stopped = new AbortController()
  app.addHook('preClose', async () => stopped.abort())
  const isKeyHolder = ({ headers }: FastifyRequest) => headers.authkey === sms.authKey
  const hidden = { schema: { hide: true } }

  app.post(`${smsSandboxPath}/api/v5/flow`, hidden, async (request, reply) => {
    const refuse = (status: number, message: string) =>
      reply.status(status).send({ type: 'error', message })
    if (!isKeyHolder(request)) return refuse(401, 'Authentication failure')
    const { latencyMs, refusing, losing } = await readSmsBehaviour(database)
    await sleep(latencyMs, undefined, { ref: false, signal: stopped.signal }).catch(() => {})
    if (refusing) return refuse(400, 'the stand-in is set to refuse')
    const input = flow.safeParse(request.body)
    if (!input.success || input.data.template_id !== sms.templateId) {
      return refuse(400, 'template_id or recipients are invalid')
    }
    const [{ mobiles, code }] = input.data.recipients
    const id = uuidv7()
    await pool.query('insert into sandbox_messages (id, phone, text) values ($1, $2, $3)', [
      id,
      `+${mobiles}`,
      smsTemplate.replace('##code##', code),
    ])
    if (losing) {
      request.raw.socket.destroy()
      return reply.hijack()
    }
    return { type: 'success', message: id }
  })

  app.put(`${smsSandboxPath}/behaviour`, hidden, async (request, reply) => {
    if (!isKeyHolder(request)) return reply.status(401).send({ type: 'error' })
    const settings = smsBehaviour.parse(request.body)
    await saveSmsBehaviour(database, settings)
    return settings
  })

  app.get('/dev/messages', hidden, async (_request, reply) => {
    const { rows } = await pool.query<SandboxMessage>(
      'select * from sandbox_messages order by created_at desc, id desc limit $1',
      [maxShownMessages],
    )
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(messagesPage(rows, await readSmsBehaviour(database)))
  })
}
