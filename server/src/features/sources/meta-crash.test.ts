import { metaPath } from '@raahi/contract/meta-ads'
import { expect, test, vi } from 'vitest'
import { prepareCrashTest } from '../../testing/crash-test.ts'
import { retryJobsNow } from '../../testing/mails.ts'
import { makeSource, metaEvent, metaLead, metaSignature } from '../../testing/make-source.ts'
import { startRecordingServer } from '../../testing/recording-server.ts'

const crash = prepareCrashTest()

test('every reported lead is stored once, although the process is killed while it fetches them', async () => {
  const { kysely: db, pool } = crash.database
  const { promise: never } = Promise.withResolvers<object>()
  let isResponding = false
  const graph = await startRecordingServer(({ url }) =>
    isResponding ? metaLead(url.slice(1)) : never,
  )
  await makeSource(db, { kind: 'meta-ads', meta_page_id: '11' })
  const settings = {
    META_APP_SECRET: 'secret',
    META_VERIFY_TOKEN: 'a token to verify',
    META_PAGE_TOKEN: 'token',
    META_GRAPH_URL: graph.address,
  }
  const first = await crash.start(settings)
  const { body, leadgenIds } = metaEvent({ pageId: '11' }, 6)
  const headers = metaSignature(body, 'secret')
  const stored = await fetch(first.address + metaPath, { method: 'POST', body, headers })
  expect(stored.status).toBe(200)
  await vi.waitFor(() => expect(graph.received.length).toBeGreaterThan(0), { timeout: 20_000 })
  await first.kill()
  isResponding = true
  expect(await crash.expireRunningJobs()).toBeGreaterThan(0)

  const restarted = await crash.start(settings)
  await vi.waitFor(
    async () => {
      await retryJobsNow(crash.database)
      const { rows } = await pool.query('select from meta_leads')
      expect(rows).toEqual([])
    },
    { timeout: 40_000, interval: 200 },
  )
  const { rows } = await pool.query('select count(*)::integer as n from enquiries')
  expect(rows).toEqual([{ n: leadgenIds.length }])
  await restarted.kill()
  await graph.close()
}, 120_000)
