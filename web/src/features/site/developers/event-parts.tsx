import type { ErrorCode } from '@raahi/contract/errors'
import {
  keyRequestsPerMinute,
  maxFailingDays,
  maxFeedPurchases,
  retrySeconds,
  webhookTimeoutSeconds,
} from '@raahi/contract/integration-limits'
import { adminEvents, agentEvents, type WebhookEvent } from '@raahi/contract/webhook-events'
import { webhookExamples } from '@raahi/contract/webhook-examples'
import { formatUnits } from '../../../lib/ages.ts'
import { CodeBlock } from './code-block.tsx'
import classes from './developers.module.css'
import { readSnippets, receivers } from './snippets.ts'

const { readFeed } = readSnippets()

const errors: readonly (readonly [status: number, code: ErrorCode, meaning: string])[] = [
  [400, 'VALIDATION_FAILED', 'A field is wrong: fieldErrors names it. Do not repeat.'],
  [401, 'UNAUTHENTICATED', 'The key is unknown, or is not for this call.'],
  [401, 'KEY_ENDED', 'The key was revoked, or its last day is over.'],
  [401, 'KEY_ACCOUNT_SUSPENDED', 'The account of the key is suspended.'],
  [403, 'FORBIDDEN', 'The key has another scope.'],
  [403, 'SOURCE_PAUSED', 'An admin paused the source.'],
  [429, 'TOO_MANY_REQUESTS', 'Wait for the seconds in Retry-After, then repeat.'],
  [429, 'SOURCE_LIMIT_REACHED', 'The source got its leads of the day. Repeat tomorrow.'],
  [503, 'TOO_BUSY_RETRY', 'Repeat in a few seconds.'],
]

/** How events and purchases go out. */
export const eventParts = [
  {
    id: 'first-event',
    title: 'Receive your first event',
    text: (
      <>
        <ol>
          <li>
            Agents open <a href="/dashboard/webhooks">Webhooks</a>, add the address of their server,
            and save the secret, which is shown once.
          </li>
          <li>
            Check the signature, as{' '}
            <a href="https://www.standardwebhooks.com" rel="noopener">
              Standard Webhooks
            </a>{' '}
            describes it. The example for Node.js is a whole server: set <code>WEBHOOK_SECRET</code>{' '}
            and <code>PORT</code>, and start it. The others are the check alone, for a server that
            you have.
          </li>
          <li>
            Press <b>Send a test</b>: the log shows what your server answered. Then buy a lead.
          </li>
        </ol>
        {receivers.map(([language, code], index) => (
          <details key={language} className={classes.choice} name="language" open={index === 0}>
            <summary>{language}</summary>
            <CodeBlock label={`Receiver: ${language}`}>{code}</CodeBlock>
          </details>
        ))}
        <p>
          An event can arrive twice and out of order. It has the same <code>webhook-id</code> each
          time: store that, and skip what you have.
        </p>
      </>
    ),
  },
  {
    id: 'events',
    title: 'Events',
    text: (
      <>
        <p>
          Each message is a POST with <code>{'{type, timestamp, data}'}</code>. Amounts are paise.
          Once a traveller has withdrawn, nothing about the traveller is sent:{' '}
          <code>lead.withdrawn</code> tells you to delete your copy.
        </p>
        <h3>For agents</h3>
        <Events events={agentEvents} />
        <h3>For admins</h3>
        <Events events={adminEvents} />
      </>
    ),
  },
  {
    id: 'purchases',
    title: 'Read your purchases',
    text: (
      <>
        <p>
          Agents create a key under <a href="/dashboard/keys">API Keys</a>. The feed has every
          purchase once, oldest first, with the fields of <code>lead.purchased</code>, up to{' '}
          {maxFeedPurchases} in an answer:
        </p>
        <CodeBlock label="Feed">{readFeed}</CodeBlock>
        <p>
          Store <code>next</code> of the answer and send it as <code>after</code> next time, also if
          there was no purchase. Nothing is missed or repeated while you buy.
        </p>
      </>
    ),
  },
  {
    id: 'errors',
    title: 'Errors, limits and repeats',
    text: (
      <>
        <p>
          A failed call has <code>{'{success: false, code, message, fieldErrors}'}</code>:
        </p>
        <dl>
          {errors.map(([status, code, meaning]) => (
            <div key={code}>
              <dt>
                {status} <code>{code}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p>
          A key can make {keyRequestsPerMinute} requests a minute. A lead with the same{' '}
          <code>externalId</code> gets the first answer again and changes nothing, so a repeat is
          safe.
        </p>
        <p>
          Your receiver must answer with 2xx within {webhookTimeoutSeconds} seconds. Else we repeat
          after at least {retrySeconds.map(formatPause).join(', ')}. After {maxFailingDays} days
          without a success we pause the webhook and send you a mail. An answer with 410 ends it.
        </p>
      </>
    ),
  },
] as const

function Events({ events }: { events: readonly WebhookEvent[] }) {
  return events.map((type) => (
    <details key={type} className={classes.choice}>
      <summary>
        <code>{type}</code>
      </summary>
      <CodeBlock label={type}>
        {JSON.stringify(
          { type, timestamp: '2026-11-29T10:00:00.000Z', data: webhookExamples[type] },
          null,
          2,
        )}
      </CodeBlock>
    </details>
  ))
}

function formatPause(seconds: number): string {
  if (seconds < 60) return formatUnits(seconds, 'second')
  if (seconds < 3600) return formatUnits(seconds / 60, 'minute')
  return formatUnits(seconds / 3600, 'hour')
}
