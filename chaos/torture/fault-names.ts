/**
 * Every fault, with the arrangements in which it can be injected.
 * - `embedded`: one server with two processes, which runs the embedded database.
 * - `separate`: two servers, one of them with two processes, which reach the database through a proxy.
 * - `any`: independent of the arrangement.
 */
export const allFaults = {
  server: { in: ['embedded', 'separate'], what: 'a server killed' },
  process: { in: ['embedded', 'separate'], what: 'one process of a server killed' },
  database: { in: ['embedded', 'separate'], what: 'the main process of the database killed' },
  backend: {
    in: ['embedded', 'separate'],
    what: 'the database process of one connection killed',
  },
  'database-whole': { in: ['embedded', 'separate'], what: 'every process of the database killed' },
  everything: { in: ['embedded', 'separate'], what: 'servers and database killed at once' },
  restart: { in: ['embedded', 'separate'], what: 'a server stopped with SIGTERM and started' },
  cut: { in: ['separate'], what: 'all connections to the database cut' },
  refuse: { in: ['separate'], what: 'connections cut, and new ones refused for some time' },
  slow: { in: ['separate'], what: 'a slow connection to the database' },
  stall: {
    in: ['separate'],
    what: 'a connection to the database that transfers nothing for some time',
  },
  clock: { in: ['separate'], what: 'a server restarted with its clock moved' },
  gateway: {
    in: ['any'],
    what: 'a gateway that is slow, fails, loses responses or sends wrong data',
  },
  webhooks: { in: ['any'], what: 'webhooks dropped, repeated, reversed or delayed' },
  disk: { in: ['any'], what: 'the disk of the uploads full' },
} as const

export type FaultName = keyof typeof allFaults
export type Arrangement = 'embedded' | 'separate'
