import { pauseAutomaticBuyingPath } from '@raahi/contract/automatic-buying'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/index.ts'
import type { Database } from '../../platform/database/connect.ts'
import { limitByAddress, type RateLimit } from '../../platform/http/rate-limit.ts'
import { escapeHtml } from '../../platform/mail/escape-html.ts'
import { pauseRuleByKey } from '../automatic-buying/pause-rule.ts'
import type { PlainPage } from './site-frame.ts'

const pausesPerAddress: RateLimit = { max: 200, windowSeconds: 60 * 60 }

/**
 * The page behind the link of each mail about an automatic purchase. A POST pauses the rule, with its secret and without a
 * login. A GET changes nothing, because programs that check mails for viruses open all links. Every answer is the same for known
 * and unknown secrets.
 */
export function addPauseBuying(
  scope: FastifyInstance,
  deps: { database: Database; config: Config },
  sendPage: (reply: FastifyReply, page: PlainPage) => FastifyReply,
): void {
  const limit = limitByAddress(deps, 'pauseAutomaticBuying', pausesPerAddress)
  scope.get(pauseAutomaticBuyingPath, { schema: { hide: true } }, (request, reply) =>
    sendPage(reply, renderQuestion(keyOf(request))),
  )
  scope.post(pauseAutomaticBuyingPath, { schema: { hide: true } }, async (request, reply) => {
    await limit(request)
    await pauseRuleByKey(deps.database, keyOf(request), { requestId: request.id, ip: request.ip })
    return sendPage(reply, paused)
  })
}

function keyOf(request: FastifyRequest): string {
  const { key } = request.query as Record<string, unknown>
  return typeof key === 'string' ? key : ''
}

function renderQuestion(key: string): PlainPage {
  const action = `${pauseAutomaticBuyingPath}?key=${encodeURIComponent(key)}`
  return {
    title: 'Pause automatic buying',
    content: `<h1>Pause automatic buying?</h1>
<p>No more leads will be bought automatically for the saved search of that mail. The leads that you have stay yours, and you can switch it on again in your dashboard.</p>
<form method="post" action="${escapeHtml(action)}"><button>Pause automatic buying</button></form>`,
  }
}

const paused: PlainPage = {
  title: 'Automatic buying is paused',
  content: `<h1>Done. Automatic buying is paused.</h1>
<p>No more leads are bought automatically for that saved search until you switch it on again in your dashboard.</p>
<p class="ways"><a href="/dashboard/saved-searches">Open your saved searches</a><a href="/">Go to home page</a></p>`,
}
