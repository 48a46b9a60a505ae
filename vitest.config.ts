import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'

export default defineConfig({
  test: {
    // Twice the cores of the machine that must suffice: many tests wait for timers and for other processes.
    maxWorkers: 4,
    retry: 0,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Without isolation a worker starts and imports the product once for all of its files, which takes a second or two.
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], isolate: false } },
      { test: { name: 'web', include: ['web/src/**/*.test.ts'], isolate: false } },
      {
        test: {
          name: 'server',
          include: [
            'server/src/**/*.test.ts',
            'gateway-sandbox/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'chaos/**/*.test.ts',
          ],
          isolate: false,
          // Fewer and shorter collections of short-lived objects: 7 % of the CPU time of these tests.
          execArgv: ['--max-semi-space-size=64'],
          globalSetup: ['server/src/testing/test-database.setup.ts'],
          // Some start whole products; a time-out is for what hangs, not for what is slow on a busy machine.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
