import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getPHPLoaderModule } from '@php-wasm/node-7-4'
import { loadPHPRuntime, PHP } from '@php-wasm/universal'
import { webhookData } from '@raahi/contract/webhook-bodies'
import type { WebhookEvent } from '@raahi/contract/webhook-events'
import { webhookExamples } from '@raahi/contract/webhook-examples'
import { loadPyodide } from 'pyodide'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
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

it('the examples of all events have the form that is sent', () => {
  for (const [type, example] of Object.entries(webhookExamples)) {
    expect(webhookData[type as WebhookEvent].parse(example)).toEqual(example)
  }
})
