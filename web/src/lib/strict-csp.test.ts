import { expect, it, vi } from 'vitest'

it('prevents zod from using eval, which the Content-Security-Policy forbids', async () => {
  vi.resetModules() // Another test of this worker may have loaded zod before.
  await import('./strict-csp.ts')
  const { config } = await import('zod')
  expect(config().jitless).toBe(true)
})
