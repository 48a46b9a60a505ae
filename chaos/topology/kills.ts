import { operate, startDatabase } from './database.ts'
import {
  failOver,
  killServer,
  remakeReplica,
  type Stack,
  startPooler,
  startProxy,
  startServer,
} from './stack.ts'

/** One way to lose a part. */
export type Kill = {
  /** For the command line. */
  name: string
  what: string
  /** SIGKILL. */
  strike(stack: Stack): Promise<void>
  /** What a supervisor or an operator does at once, so that agents can buy. */
  recover(stack: Stack): Promise<void>
  /** What can wait: the product sells, but the next loss would hurt more. */
  repair?(stack: Stack): Promise<void>
}

/** Each part in turn. */
export const KILLS: readonly Kill[] = [
  {
    name: 'server-a',
    what: 'server A; started again',
    strike: ({ servers }) => killServer(servers.a),
    async recover(stack) {
      stack.servers.a = await startServer(stack, 'a')
    },
  },
  {
    name: 'server-b',
    what: 'server B; started again',
    strike: ({ servers }) => killServer(servers.b),
    async recover(stack) {
      stack.servers.b = await startServer(stack, 'b')
    },
  },
  {
    name: 'proxy',
    what: 'proxy; started again',
    strike: ({ proxy }) => proxy.kill(),
    async recover(stack) {
      stack.proxy = await startProxy(stack)
    },
  },
  {
    name: 'pooler',
    what: 'PgBouncer; started again',
    strike: ({ pooler }) => pooler.kill(),
    async recover(stack) {
      stack.pooler = await startPooler(stack)
    },
  },
  {
    // Every commit waits for it, so that nothing is sold while it is away.
    name: 'replica',
    what: 'replica; started again',
    strike: ({ replica }) => replica.part.kill(),
    async recover({ replica }) {
      replica.part = await startDatabase(replica.place)
    },
  },
  {
    name: 'replica-lost',
    what: 'replica, for good; the primary goes on alone',
    strike: ({ replica }) => replica.part.kill(),
    recover: (stack) => operate(stack, stack.primary.place.port, 'wait-for-replica.sh', 'off'),
    repair: remakeReplica,
  },
  {
    name: 'primary',
    what: 'primary; started again',
    strike: ({ primary }) => primary.part.kill(),
    async recover({ primary }) {
      primary.part = await startDatabase(primary.place)
    },
  },
  {
    name: 'primary-lost',
    what: 'primary, for good; the replica promoted',
    strike: ({ primary }) => primary.part.kill(),
    recover: failOver,
    repair: remakeReplica,
  },
]
