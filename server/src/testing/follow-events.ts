import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { followLeadEvents, type LeadEvent } from '@raahi/contract/lead-events'
import type { TestApp } from './test-app.ts'

export interface FollowedStream {
  /** Every event so far, each with the last id that came before or with it. */
  readonly events: readonly { event: LeadEvent; id: string }[]
  readonly lastId: string
  /** All bytes so far. */
  readonly text: string
  /** The milliseconds that the server asked to wait before the next connection; undefined: it did not. */
  readonly retryMs: number | undefined
  readonly isEnded: boolean
  /** Waits until a condition holds, which is tested after each event and at the end of the stream. */
  until(condition: (stream: FollowedStream) => boolean): Promise<void>
  close(): void
}

/** Opens a stream of lead events at a real port of the app. Resolves when the response has begun. */
export async function followEvents(
  app: TestApp,
  user: { token: string },
  after?: string,
): Promise<FollowedStream> {
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.address() as AddressInfo
  return followEventsAt(port, user, after)
}

/** The same for a port. @throws Error if the request is rejected */
export function followEventsAt(
  port: number,
  user: { token: string },
  after?: string,
): Promise<FollowedStream> {
  const query = after === undefined ? '' : `?after=${after}`
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      path: followLeadEvents.path + query,
      headers: { authorization: `Bearer ${user.token}` },
      agent: false,
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      if (response.statusCode !== 200) {
        response.resume()
        reject(new Error(`the stream was refused: ${response.statusCode}`))
        return
      }
      let rest = ''
      const waiting = new Set<() => void>()
      const stream = {
        events: [] as { event: LeadEvent; id: string }[],
        lastId: '',
        text: '',
        retryMs: undefined as number | undefined,
        isEnded: false,
        until: (condition: (stream: FollowedStream) => boolean) =>
          new Promise<void>((done, fail) => {
            const test = () => {
              if (condition(stream)) done()
              else if (stream.isEnded) fail(new Error('the stream ended'))
              else return
              waiting.delete(test)
            }
            waiting.add(test)
            test()
          }),
        close() {
          sent.destroy()
        },
      }
      const test = () => {
        for (const each of [...waiting]) each()
      }
      const end = () => {
        stream.isEnded = true
        test()
      }
      sent.on('error', end)
      response.on('error', end)
      response.on('close', end)
      response.setEncoding('utf8').on('data', (text: string) => {
        stream.text += text
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const field = (name: string) =>
            block
              .split('\n')
              .find((line) => line.startsWith(`${name}: `))
              ?.slice(name.length + 2)
          stream.lastId = field('id') ?? stream.lastId
          const retry = field('retry')
          if (retry !== undefined) stream.retryMs = Number(retry)
          const data = field('data')
          if (data !== undefined) stream.events.push({ event: JSON.parse(data), id: stream.lastId })
        }
        test()
      })
      resolve(stream)
    })
    sent.end()
  })
}
