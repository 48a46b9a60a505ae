import { runOperatorScript, startDatabase } from './database.ts'
import {
  failOver,
  killServer,
  recreateReplica,
  type Stack,
  startPooler,
  startProxy,
  startServer,
} from './stack.ts'

/** One way to lose a part. */
export type Kill = {
  /** Name on the command line. */
  name: string
  what: string
  /** Sends SIGKILL. */
  kill(stack: Stack): Promise<void>
  /** What a supervisor or an operator does at once, so that agents can buy again. */
  recover(stack: Stack): Promise<void>
  /** What can wait: agents can buy, but redundancy is lost until this is done. */
  repair?(stack: Stack): Promise<void>
}

export const KILLS: readonly Kill[] = [
  {
    name: 'server-a',
    what: 'server A; restarted',
    kill: ({ servers }) => killServer(servers.a),
    async recover(stack) {
      stack.servers.a = await startServer(stack, 'a')
    },
  },
  {
    name: 'server-b',
    what: 'server B; restarted',
    kill: ({ servers }) => killServer(servers.b),
    async recover(stack) {
      stack.servers.b = await startServer(stack, 'b')
    },
  },
  {
    name: 'proxy',
    what: 'proxy; restarted',
    kill: ({ proxy }) => proxy.kill(),
    async recover(stack) {
      stack.proxy = await startProxy(stack)
    },
  },
  {
    name: 'pooler',
    what: 'PgBouncer; restarted',
    kill: ({ pooler }) => pooler.kill(),
    async recover(stack) {
      stack.pooler = await startPooler(stack)
    },
  },
  {
    // Every commit waits for the replica, so nothing is sold while it is down.
    name: 'replica',
    what: 'replica; restarted',
    kill: ({ replica }) => replica.part.kill(),
    async recover({ replica }) {
      replica.part = await startDatabase(replica.location)
    },
  },
  {
    name: 'replica-lost',
    what: 'replica lost; the primary continues alone',
    kill: ({ replica }) => replica.part.kill(),
    recover: (stack) =>
      runOperatorScript(stack, stack.primary.location.port, 'wait-for-replica.sh', 'off'),
    repair: recreateReplica,
  },
  {
    name: 'primary',
    what: 'primary; restarted',
    kill: ({ primary }) => primary.part.kill(),
    async recover({ primary }) {
      primary.part = await startDatabase(primary.location)
    },
  },
  {
    name: 'primary-lost',
    what: 'primary lost; the replica is promoted',
    kill: ({ primary }) => primary.part.kill(),
    recover: failOver,
    repair: recreateReplica,
  },
]
