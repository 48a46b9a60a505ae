import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { admin } from './support/api.ts'
import { findChromium } from './support/find-chromium.ts'
import { demoProduct, newProduct, type Product, runFolder } from './support/products.ts'

const chromium = await findChromium()

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // Ends a test that hangs, not one that is slow on a busy machine.
  timeout: 150_000,
  expect: { timeout: 15_000 },
  use: {
    // A wait that lasts longer fails by name, before the test that hangs ends without one.
    actionTimeout: 60_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    launchOptions: {
      ...chromium,
      // Chromium creates a temporary file for each piece of memory that its processes share.
      env: { ...process.env, TMPDIR: runFolder },
    },
    // A trace of every test doubles its time. A failed test stores its page as text in any case.
    trace: process.env.E2E_TRACE === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // First, because its tests run one after the other, and share no product with the others.
    {
      name: 'new',
      testMatch: 'new-product.spec.ts',
      use: { baseURL: newProduct.address },
    },
    {
      name: 'demo',
      testIgnore: ['new-product.spec.ts', 'auth/*'],
      // Motion is half of the drawing. The journeys of the other projects have it, as most users do.
      use: { baseURL: demoProduct.address, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      name: 'sessions',
      testMatch: 'auth/*.spec.ts',
      use: { baseURL: demoProduct.address },
    },
  ],
  webServer: [
    server(demoProduct, { DEMO_DATA: 'on' }),
    server(newProduct, {
      DEMO_DATA: 'off',
      ADMIN_EMAIL: admin.emailOrPhone,
      ADMIN_PASSWORD: admin.password,
      // A second process costs a start and serves no test.
      SERVER_PROCESSES: '1',
    }),
  ],
})

function server({ port, address, dataDir }: Product, settings: Record<string, string>) {
  return {
    command: 'node scripts/start.js',
    cwd: join(import.meta.dirname, '..'),
    url: `${address}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_ALLOW: '127.0.0.1,::1',
      ...settings,
    },
  }
}
