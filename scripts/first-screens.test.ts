import { beforeAll, expect, it } from 'vitest'
import { limitedScreens, measureFirstScreen } from '../web/scripts/first-screen.ts'
import { ensureWebBuild } from './web-build.ts'

beforeAll(() => ensureWebBuild(console.log))

it.each(limitedScreens)('$page loads at most $limitKb kB of JavaScript', async (screen) => {
  const { gzipBytes } = await measureFirstScreen(screen.page)
  expect(gzipBytes / 1000).toBeLessThanOrEqual(screen.limitKb)
})
