import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { getPHPLoaderModule } from '@php-wasm/node-7-4'
import { loadPHPRuntime, PHP } from '@php-wasm/universal'
import { webhookData } from '@raahi/contract/webhook-bodies'
import type { WebhookEvent } from '@raahi/contract/webhook-events'
import { webhookExamples } from '@raahi/contract/webhook-examples'
import { loadPyodide } from 'pyodide'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, vi } from 'vitest'
import { freePort } from '../../testing/product-process.ts'
import { makeSecret } from './webhook-secrets.ts'

// The examples of the public page for developers, each run in its language.

const folder = join(import.meta.dirname, '../../../../web/src/features/site/developers/snippets')
const read = (name: string) => readFile(join(folder, name), 'utf8')

type Headers = Record<string, string>
/** @returns the event as JSON, or undefined for a message that the snippet rejects */
type Verify = (secret: string, headers: Headers, body: string) => Promise<string | undefined>

const languages: Record<string, () => Promise<Verify>> = {
  Python: async () => {
    const python = await loadPyodide()
    await python.runPythonAsync(await read('verify.py'))
    return async (...message) => {
      python.globals.set('message', JSON.stringify(message))
      return python.runPython(`
try:
    secret, headers, body = json.loads(message)
    answer = json.dumps(verify(secret, headers, body.encode()))
except ValueError:
    answer = None
answer`)
    }
  },
  PHP: async () => {
    const code = await read('verify.php')
    return async (...message) => {
      const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()))
      php.writeFile('/message.json', JSON.stringify(message))
      const { text } = await php.run({
        code: `${code}
try {
    echo json_encode(verify(...json_decode(file_get_contents('/message.json'), true)));
} catch (Exception $error) {
}`,
      })
      php.exit()
      return text || undefined
    }
  },
  'Web Crypto': async () => {
    const { verify } = await import(pathToFileURL(join(folder, 'verify-web.js')).href)
    return async (secret, headers, body) =>
      verify(secret, new Headers(headers), body).then(JSON.stringify, () => undefined)
  },
}

it.each(Object.keys(languages))(
  '%s accepts what the public library signed, and nothing else',
  async (language) => {
    const verify = await languages[language]?.()
    if (!verify) throw new Error('no such language')
    const [secret, other] = [makeSecret(), makeSecret()]
    const body = JSON.stringify({ type: 'lead.purchased', data: { name: 'आशा Rao — ₹50' } })
    const sign = (by: string, at: Date, text = body) => new Webhook(by).sign('msg_1', at, text)
    const headersOf = (signature: string, at: Date) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    })
    const now = new Date()
    const accepted = async (headers: Headers, text = body) => {
      const event = await verify(secret, headers, text)
      return event && JSON.parse(event)
    }
    expect(await accepted(headersOf(sign(secret, now), now))).toEqual(JSON.parse(body))
    // After a rotation there are two signatures.
    const both = `${sign(other, now)} ${sign(secret, now)}`
    expect(await accepted(headersOf(both, now))).toEqual(JSON.parse(body))
    expect(await accepted(headersOf(sign(other, now), now))).toBeUndefined()
    expect(
      await accepted(headersOf(sign(secret, now), now), body.replace('50', '5')),
    ).toBeUndefined()
    const old = new Date(now.getTime() - 3_600_000)
    expect(await accepted(headersOf(sign(secret, old), old))).toBeUndefined()
    expect(await accepted(headersOf(sign(secret, old), now))).toBeUndefined()
  },
  60_000,
)

it('PHP accepts the names of headers with capitals, as some servers write them', async () => {
  const verify = await languages.PHP?.()
  const [secret, now, body] = [makeSecret(), new Date(), '{"type":"test"}']
  const headers = {
    'Webhook-Id': 'msg_1',
    'Webhook-Timestamp': String(Math.floor(now.getTime() / 1000)),
    'Webhook-Signature': new Webhook(secret).sign('msg_1', now, body),
  }
  expect(await verify?.(secret, headers, body)).toBe(body)
}, 60_000)

it('the receiver survives half a body, and rejects one above 1 MB', async () => {
  const port = await freePort()
  const receiver = spawn(process.execPath, ['--input-type=module'], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: makeSecret() },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  receiver.stdin.end(await read('receive.mjs'))
  const post = async (body: string) =>
    (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body })).status
  await vi.waitFor(async () => expect(await post('{}')).toBe(401), 20_000)
  const half = connect(port, '127.0.0.1')
  half.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf', () => half.destroy())
  await once(half, 'close')
  expect(await post('x'.repeat(1_000_001))).toBe(413)
  expect(await post('x'.repeat(1_000_000))).toBe(401)
  receiver.kill()
}, 60_000)

describe('the script of the sheet', () => {
  const names = ['externalId', 'phone', 'travelDate', 'consentAt', 'status']

  /** Runs it with stand-ins for Google's services. @returns the leads that were sent, and the new statuses */
  async function runSheet(rows: unknown[][], results: object[], headings = names) {
    let leads: unknown
    const statuses: Record<number, unknown> = {}
    const sheet = {
      getDataRange: () => ({ getValues: () => [headings, ...rows] }),
      getRange: (line: number) => ({
        setValue: (value: unknown) => {
          statuses[line] = value
        },
      }),
    }
    const context = createContext({
      Date,
      SpreadsheetApp: {
        getActiveSpreadsheet: () => ({
          getSpreadsheetTimeZone: () => 'America/New_York',
          getSheetByName: (name: string) => (name === 'Sheet1' ? sheet : null),
        }),
      },
      UrlFetchApp: {
        fetch: (_: string, { payload }: { payload: string }) => {
          leads = JSON.parse(payload).leads
          return { getContentText: () => JSON.stringify({ data: { results } }) }
        },
      },
      Utilities: {
        formatDate: (at: Date, timeZone: string) =>
          new Intl.DateTimeFormat('en-CA', { timeZone }).format(at),
      },
    })
    runInContext(`${await read('sheet.gs')}\nsendRows()`, context)
    return { leads, statuses }
  }

  it('keeps a row without a status if a later attempt can succeed', async () => {
    const row = (id: string) => [id, '9876500000', '', '', '']
    const codes = ['SOURCE_LIMIT_REACHED', 'TOO_BUSY_RETRY', 'INTERNAL_ERROR', 'SOURCE_PAUSED']
    const refusals = codes.map((code) => ({ code }))
    const wrong = { code: 'VALIDATION_FAILED', fieldErrors: { phone: 'Wrong.' } }
    const { statuses } = await runSheet(['1', '2', '3', '4', '5', '6'].map(row), [
      ...refusals,
      wrong,
      { status: 'received' },
    ])
    expect(statuses).toEqual({ 6: 'VALIDATION_FAILED Wrong.', 7: 'received' })
  })

  it('sends the day of the sheet’s time zone, and a time that is a text', async () => {
    const day = new Date('2099-01-15T00:00:00-05:00')
    const { leads } = await runSheet(
      [
        ['1', 9876500000, day, day, ''],
        ['2', 9876500001, day, 'yesterday', ''],
      ],
      [],
    )
    expect(leads).toMatchObject([
      { travelDate: '2099-01-15', consent: { at: '2099-01-15T05:00:00.000Z' } },
      { travelDate: '2099-01-15', consent: { at: 'yesterday' } },
    ])
  })

  it('stops without the column for the status', async () => {
    await expect(runSheet([['1']], [], ['externalId'])).rejects.toThrow('heading status')
  })
})

it('the examples of all events have the form that is sent', () => {
  for (const [type, example] of Object.entries(webhookExamples)) {
    expect(webhookData[type as WebhookEvent].parse(example)).toEqual(example)
  }
})
