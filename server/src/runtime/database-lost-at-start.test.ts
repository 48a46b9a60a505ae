import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { mainFile, processSettings } from '../testing/product-process.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

it.each([1, 3])(
  'a start that loses the database after %i connections prints one sentence and exits with 1',
  async (connections) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'raahi-lost-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const child = spawn(process.execPath, [mainFile], {
      env: {
        ...processSettings,
        DATABASE_URL: await openProxy(own.connectionString, connections),
        DATA_DIR: dataDir,
        PORT: '9', // The server never listens in this test.
        ADMIN_EMAIL: 'admin@lost.example',
        ADMIN_PASSWORD: 'never made, as it is',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let printed = ''
    child.stderr.on('data', (chunk) => {
      printed += chunk
    })
    expect(await once(child, 'close')).toEqual([1, null])
    expect(printed).toMatch(
      /^The connection to the database was lost \(.+\): start again once the database is running\.\n$/,
    )
  },
)

/**
 * A proxy that accepts this number of database connections and resets all others.
 * @returns its address
 */
async function openProxy(to: string, connections: number): Promise<string> {
  const target = new pg.Client({ connectionString: to })
  let left = connections
  const server = createServer((near) => {
    near.on('error', () => {})
    left -= 1
    if (left < 0) return void near.resetAndDestroy()
    const far = target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host)
    far.on('error', () => {})
    near.on('close', () => far.destroy())
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = new URL(to)
  address.searchParams.delete('host')
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)
  return address.href
}
