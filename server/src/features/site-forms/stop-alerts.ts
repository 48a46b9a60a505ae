import { stopAlertsPath } from '@raahi/contract/saved-searches'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/index.ts'
import type { Database } from '../../platform/database/connect.ts'
import { limitByAddress, type RateLimit } from '../../platform/http/rate-limit.ts'
import { escapeHtml } from '../../platform/mail/escape-html.ts'
import { stopMailAlerts } from '../saved-searches/alert-settings.ts'
import { addOneClickPage } from './one-click-page.ts'
import type { PlainPage } from './site-frame.ts'

/** Mail providers send the requests of many recipients from few addresses. */
const stopsPerAddress: RateLimit = { max: 1000, windowSeconds: 60 * 60 }

/** The page behind the link of each mail with alerts. */
export function addStopAlerts(
  scope: FastifyInstance,
  deps: { database: Database; config: Config },
  sendPage: (reply: FastifyReply, page: PlainPage) => FastifyReply,
): void {
  addOneClickPage(
    scope,
    {
      path: stopAlertsPath,
      limit: limitByAddress(deps, 'stopAlerts', stopsPerAddress),
      question: (request) => renderQuestion(keysOf(request)),
      end: (request) => stopMailAlerts(deps.database, keysOf(request).split('.')),
      ended: stopped,
    },
    sendPage,
  )
}

function keysOf(request: FastifyRequest): string {
  const { keys } = request.query as Record<string, unknown>
  return typeof keys === 'string' ? keys : ''
}

function renderQuestion(keys: string): PlainPage {
  const action = `${stopAlertsPath}?keys=${encodeURIComponent(keys)}`
  return {
    title: 'Stop these mails',
    content: `<h1>Stop these mails?</h1>
<p>You will get no more mails about new leads for the saved searches of that mail. The searches stay, and you can turn the mails on again in your dashboard.</p>
<form method="post" action="${escapeHtml(action)}"><button>Stop these mails</button></form>`,
  }
}

const stopped: PlainPage = {
  title: 'Mails stopped',
  content: `<h1>Done. These mails are stopped.</h1>
<p>Your searches are still saved. You can turn the mails on again with each search in your dashboard.</p>
<p class="ways"><a href="/dashboard/saved-searches">Open your saved searches</a><a href="/">Go to home page</a></p>`,
}
