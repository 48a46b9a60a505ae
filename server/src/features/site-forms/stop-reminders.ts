import { stopRemindersPath } from '@raahi/contract/pipeline'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/index.ts'
import type { Database } from '../../platform/database/connect.ts'
import { limitByAddress, type RateLimit } from '../../platform/http/rate-limit.ts'
import { escapeHtml } from '../../platform/mail/escape-html.ts'
import { stopReminders } from '../pipeline/reminder-settings.ts'
import { addOneClickPage } from './one-click-page.ts'
import type { PlainPage } from './site-frame.ts'

/** Mail providers send the requests of many recipients from few addresses. */
const stopsPerAddress: RateLimit = { max: 1000, windowSeconds: 60 * 60 }

/** The page behind the link of each mail about follow-ups. */
export function addStopReminders(
  scope: FastifyInstance,
  deps: { database: Database; config: Config },
  sendPage: (reply: FastifyReply, page: PlainPage) => FastifyReply,
): void {
  addOneClickPage(
    scope,
    {
      path: stopRemindersPath,
      limit: limitByAddress(deps, 'stopReminders', stopsPerAddress),
      question: (request) => renderQuestion(keyOf(request)),
      end: (request) => stopReminders(deps.database, keyOf(request)),
      ended: stopped,
    },
    sendPage,
  )
}

function keyOf(request: FastifyRequest): string {
  const { key } = request.query as Record<string, unknown>
  return typeof key === 'string' ? key : ''
}

function renderQuestion(key: string): PlainPage {
  const action = `${stopRemindersPath}?key=${encodeURIComponent(key)}`
  return {
    title: 'Stop these mails',
    content: `<h1>Stop these mails?</h1>
<p>You will get no more morning mails about your follow-ups. The follow-ups stay, and you can turn the mails on again in your pipeline.</p>
<form method="post" action="${escapeHtml(action)}"><button>Stop these mails</button></form>`,
  }
}

const stopped: PlainPage = {
  title: 'Mails stopped',
  content: `<h1>Done. These mails are stopped.</h1>
<p>Your follow-ups are still there. You can turn the mails on again in your pipeline.</p>
<p class="ways"><a href="/dashboard/pipeline">Open your pipeline</a><a href="/">Go to home page</a></p>`,
}
