import { expect, it } from 'vitest'
import { readConfig } from './index.ts'
import { metaSandboxKeys } from './meta.ts'

const app = {
  META_APP_SECRET: 'secret',
  META_VERIFY_TOKEN: 'a text of our own choice',
  META_PAGE_TOKEN: 'EAAG',
}

it('lead ads have a stand-in in a trial alone, and are off without the settings', () => {
  expect(readConfig({}).meta).toEqual({
    mode: 'sandbox',
    ...metaSandboxKeys,
    graphUrl: undefined,
  })
  expect(readConfig({ PUBLIC_URL: 'https://raahi.example' }).meta).toEqual({ mode: 'off' })
  expect(readConfig(app).meta).toMatchObject({
    mode: 'live',
    graphUrl: 'https://graph.facebook.com/v25.0',
  })
})

it.each([
  [{ META_APP_SECRET: 'secret' }, 'must be set together'],
  [{ META_GRAPH_URL: 'https://graph.example' }, 'META_GRAPH_URL needs META_APP_SECRET'],
  [{ ...app, META_GRAPH_URL: 'http://graph.example' }, 'must be an https address'],
  [{ ...app, META_VERIFY_TOKEN: 'short' }, 'at least 16 characters'],
  [{ ...app, META_PAGE_TOKEN: 'a\nb' }, 'one line without spaces'],
])('the start rejects %j', (settings, text) => {
  expect(() => readConfig(settings)).toThrow(text)
})
