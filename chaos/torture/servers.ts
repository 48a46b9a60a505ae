import { deployedSandbox } from '../../server/src/testing/gateway.ts'
import { memoryOf, serverProcesses } from '../../server/src/testing/load/processes.ts'
import {
  isReady,
  type Product,
  smallHeap,
  startProduct,
} from '../../server/src/testing/load/product.ts'
import { killAll, waitUntil } from './processes.ts'
import type { Random } from './random.ts'

/** A supervisor would kill a server that needs longer to stop. */
const stopTimeoutMs = 10_000

export const adminLogin = { email: 'admin@torture.example', password: 'torture-of-admins' } as const

/** Environment of a server with a changed clock. Empty for the correct clock. */
export type Clock = Record<string, string>

/** @param reportViolation called when a server stops too slowly, with an error, or unexpectedly */
export function createServers(
  { folder, dataFolder, ports }: { folder: string; dataFolder: string; ports: readonly number[] },
  reportViolation: (message: string) => void,
) {
  const servers: (Product | undefined)[] = ports.map(() => undefined)

  function take(at: number): Product | undefined {
    const server = servers[at]
    servers[at] = undefined
    return server
  }

  return {
    /** @param databaseUrl undefined if the server runs the database */
    async start(at: number, clock: Clock, databaseUrl: string | undefined): Promise<void> {
      servers[at] = await startProduct({
        port: ports[at] ?? 0,
        folder,
        ...(databaseUrl && { databaseUrl }),
        env: {
          DATA_DIR: dataFolder,
          PAYMENTS: 'sandbox',
          ...deployedSandbox,
          RATE_LIMIT_ALLOW: '127.0.0.1',
          ADMIN_EMAIL: adminLogin.email,
          ADMIN_PASSWORD: adminLogin.password,
          SERVER_PROCESSES: at === 0 ? '2' : '1',
          NODE_OPTIONS: smallHeap,
          ...clock,
        },
      })
    },
    async stop(at: number): Promise<void> {
      const server = take(at)
      if (!server) return
      const startedAt = performance.now()
      const code = await server.stop()
      const tookMs = Math.round(performance.now() - startedAt)
      if (code !== 0)
        reportViolation(
          `a server that was asked to stop exited with code ${code} after ${tookMs} ms`,
        )
      else if (tookMs > stopTimeoutMs) reportViolation(`a server took ${tookMs} ms to stop`)
    },
    async kill(at: number): Promise<void> {
      const server = take(at)
      if (!server) return
      if (!server.isRunning()) reportViolation('a server ended without a request')
      killAll([server.pid])
      await waitUntil('the end of a killed server', stopTimeoutMs, () => !server.isRunning())
    },
    async killWorker(random: Random): Promise<void> {
      const { others } = await serverProcesses(servers[0]?.pid ?? 0)
      killAll([random.pick(others)])
    },
    async areReady(): Promise<boolean> {
      const running = servers.filter((server) => server !== undefined)
      return (await Promise.all(running.map(({ port }) => isReady(port)))).every(Boolean)
    },
    async memoryMb(): Promise<number | undefined> {
      let maxMb: number | undefined
      for (const server of servers) {
        const { main, others } = await serverProcesses(server?.pid ?? 0)
        for (const pid of [main, ...others]) {
          const memory = await memoryOf(pid)
          if (memory) maxMb = Math.max(maxMb ?? 0, memory.nowMb)
        }
      }
      return maxMb
    },
  }
}
