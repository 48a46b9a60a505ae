/**
 * What can go wrong, and in which arrangement of the product it can be brought about: `alone`, one server of two
 * processes that runs the embedded database itself; `beside`, two servers, one of them of two processes, that reach the
 * database through a proxy; `any`, all the while.
 */
export const ALL_FAULTS = {
  server: { in: ['alone', 'beside'], what: 'a server killed' },
  process: { in: ['alone', 'beside'], what: 'one of a server’s processes killed' },
  database: { in: ['alone', 'beside'], what: 'the database’s main process killed' },
  backend: { in: ['alone', 'beside'], what: 'one connection’s process of the database killed' },
  'database-whole': { in: ['alone', 'beside'], what: 'every process of the database killed' },
  everything: { in: ['alone', 'beside'], what: 'servers and database killed at once' },
  restart: { in: ['alone', 'beside'], what: 'a server stopped with SIGTERM and started' },
  cut: { in: ['beside'], what: 'all connections to the database cut' },
  refuse: { in: ['beside'], what: 'connections cut, and new ones refused for a while' },
  slow: { in: ['beside'], what: 'a slow connection to the database' },
  stall: {
    in: ['beside'],
    what: 'a connection to the database on which nothing moves for a while',
  },
  clock: { in: ['beside'], what: 'a server restarted with its clock moved' },
  gateway: { in: ['any'], what: 'a gateway that is slow, fails, loses answers or lies' },
  webhooks: { in: ['any'], what: 'webhooks dropped, repeated, reversed or delayed' },
  disk: { in: ['any'], what: 'the disk of the uploads full' },
} as const

export type FaultName = keyof typeof ALL_FAULTS
export type Arrangement = 'alone' | 'beside'
