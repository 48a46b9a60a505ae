import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readLocalText, removeTextsOfUser, storeLocalText, userTextKey } from './local-texts.ts'

/** A storage of a browser, with its keys as own properties. */
function createStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null
    },
    setItem(this: Record<string, string>, key: string, text: string) {
      this[key] = text
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  }
  return Object.create(methods)
}

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage())
  vi.stubGlobal('sessionStorage', createStorage())
})
afterEach(() => vi.unstubAllGlobals())

it('removes the texts of a user from the browser and from the tab, and no others', () => {
  const own = userTextKey('quote-1', 'user')
  const other = userTextKey('quote-1', 'other')
  for (const key of [own, other]) {
    storeLocalText(key, 'text')
    sessionStorage.setItem(key, 'text')
  }
  removeTextsOfUser('user')
  expect([own, other].map(readLocalText)).toEqual([null, 'text'])
  expect([own, other].map((key) => sessionStorage.getItem(key))).toEqual([null, 'text'])
})
