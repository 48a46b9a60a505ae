import { expect, it } from 'vitest'

it('prevents zod from using eval, which the Content-Security-Policy forbids', async () => {
  await import('./strict-csp.ts')
  const { config } = await import('zod')
  expect(config().jitless).toBe(true)
})
