import type { Goal } from './report.ts'

/** The goals of docs/performance.md. The limits of first screens are in web/scripts/first-screen.ts. */
export const goals = {
  listQuiet: { what: "agent's list ÷ static page", limit: { atLeast: 0.5 } },
  listSelling: {
    what: "agent's list ÷ static page, a sale every 20 ms",
    limit: { atLeast: 0.5 },
  },
  filters: {
    what: 'slowest combination of filters, medium database, 8 clients, p99',
    limit: { atMost: 150 },
    unit: 'ms',
  },
  pages: {
    what: 'slowest of page 1, page 50 and each filter, large database, median',
    limit: { atMost: 60 },
    unit: 'ms',
  },
  text: {
    what: 'slowest free text, large database, p99',
    limit: { atMost: 1000 },
    unit: 'ms',
  },
  buy8: { what: 'buyLead ÷ pgbench, 8 clients, fsync on', limit: { atLeast: 0.4 } },
  buy32: { what: 'buyLead ÷ pgbench, 32 clients, fsync on', limit: { atLeast: 0.5 } },
  buyRate: {
    what: 'purchases per second, 8 clients, fsync on',
    limit: { atLeast: 400 },
    unit: '/s',
  },
  calls: { what: 'all reads and writes, large ÷ small database, median', limit: { atLeast: 0.8 } },
  floodMe: { what: 'me in a flood of searches, p99', limit: { atMost: 250 }, unit: 'ms' },
  floodBuy: { what: 'buyLead in a flood of searches, p99', limit: { atMost: 250 }, unit: 'ms' },
  floodReady: {
    what: 'responses of /readyz in a flood of searches other than 200',
    limit: { atMost: 0 },
  },
  eventMedian: {
    what: 'sale on one server to its event on another, p50',
    limit: { atMost: 700 },
    unit: 'ms',
  },
  eventP99: { what: 'the same, p99', limit: { atMost: 1500 }, unit: 'ms' },
  streamMemory: { what: 'memory per stream', limit: { atMost: 25 }, unit: 'kB' },
  audit: { what: 'fast audit, large database', limit: { atMost: 5 }, unit: 's' },
  returnOdds: { what: 'nightly return odds, large database', limit: { atMost: 30 }, unit: 's' },
  matching: {
    what: '100 new leads matched with all saved searches, a tenth of the leads',
    limit: { atMost: 5 },
    unit: 's',
  },
  memoryLargest: {
    what: 'memory of the largest server process after load, small heap',
    limit: { atMost: 220 },
    unit: 'MB',
  },
  memoryAll: {
    what: 'memory of all server processes, small heap',
    limit: { atMost: 350 },
    unit: 'MB',
  },
  intakeRate: {
    what: 'enquiries of programs per second, 8 clients',
    limit: { atLeast: 300 },
    unit: '/s',
  },
  intakeP99: { what: 'the same, p99', limit: { atMost: 100 }, unit: 'ms' },
  importCheck: { what: 'check of a file to import', limit: { atMost: 15 }, unit: 's' },
  importRun: { what: 'import of the file', limit: { atMost: 60 }, unit: 's' },
  importBuy: { what: 'buyLead during the import, p99', limit: { atMost: 250 }, unit: 'ms' },
  webhooks: {
    what: 'purchase to a healthy receiver, a fifth of them dead or slow, p95',
    limit: { atMost: 5 },
    unit: 's',
  },
  ready: {
    what: 'ready after start, site built, database running',
    limit: { atMost: 1 },
    unit: 's',
  },
  readyFirst: {
    what: 'ready after the first start, embedded database and demo data',
    limit: { atMost: 3 },
    unit: 's',
  },
  readyAgain: { what: 'ready after a later start', limit: { atMost: 3 }, unit: 's' },
} satisfies Record<string, Goal>
