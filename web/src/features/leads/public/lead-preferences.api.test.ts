import type { LeadPreferences, QuickFilter } from '@raahi/contract/lead-preferences'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { endSession, startSession } from '../../../lib/session.ts'
import { readMarketChoice, storeMarketChoice } from '../market/market-choice.ts'
import { leadPreferencesQuery, saveLeadPreferences } from './lead-preferences.api.ts'

const userId = '019a573f-2b0e-725c-b855-bdd594d8a46f'
const inServer: LeadPreferences = {
  destinations: ['Goa'],
  cities: [],
  destinationsLearned: true,
  citiesLearned: true,
  quickFilters: [],
  purchaseLayout: 'cards',
  hidesFirstSteps: false,
}

/** A request without a response. */
interface Pending {
  method: string
  body: Partial<LeadPreferences>
  signal: AbortSignal
  answer: (response: Response) => void
}
let pending: Pending[]
let storage: Record<string, string>

function signIn(_id: string) {
  startSession({
    user: { _id } as never,
    accessToken: `token of ${_id}`,
    accessTokenExpiresAt: new Date(Date.now() + 900_000).toISOString(),
  })
}

beforeEach(() => {
  pending = []
  storage = {}
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, text: string) => {
      storage[key] = text
    },
    removeItem: (key: string) => delete storage[key],
  }
  // `Object.keys` lists what is stored, as in a browser.
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, {
      ownKeys: () => Object.keys(storage),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  )
  vi.stubGlobal('fetch', (_: string, { method = 'GET', body, signal }: RequestInit) => {
    if (!signal) throw new Error('Each request needs a signal.')
    return new Promise<Response>((answer, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      pending.push({ method, body: JSON.parse(String(body ?? '{}')), signal, answer })
    })
  })
  signIn(userId)
})
afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const choose = (...quickFilters: QuickFilter[]) => {
  const { destinations = [], cities = [] } = readMarketChoice(userId) ?? {}
  storeMarketChoice(userId, { destinations, cities, quickFilters, isUnsaved: true })
  return saveLeadPreferences(queryClient, userId)
}
const read = () => queryClient.fetchQuery({ ...leadPreferencesQuery(userId), staleTime: 0 })
const chosen = () => readMarketChoice(userId)?.quickFilters

/** Waits for the one pending request, and responds as the server does; another `status` makes the request fail. */
async function answerNext({ status = 200, before = inServer } = {}) {
  await vi.waitFor(() => expect(pending).toHaveLength(1))
  const [request] = pending.splice(0)
  const data = { ...before, ...request?.body }
  const failure = { success: false, message: 'No', code: 'INTERNAL_ERROR' }
  request?.answer(Response.json(status === 200 ? { success: true, data } : failure, { status }))
  return request
}

it('keeps a choice made while the preferences were being read', async () => {
  const reading = read()
  await vi.waitFor(() => expect(pending).toHaveLength(1))
  const saving = choose('domestic')
  await answerNext()
  expect((await reading).quickFilters).toEqual(['domestic'])
  expect((await answerNext())?.body).toEqual({ quickFilters: ['domestic'] })
  await saving
  expect(chosen()).toEqual(['domestic'])
  expect(readMarketChoice(userId)?.isUnsaved).toBe(false)
})

it('sends one request at a time and only the last of quick choices', async () => {
  const saves = [choose('available'), choose('available', 'domestic'), choose('domestic')]
  expect((await answerNext())?.body.quickFilters).toEqual(['available'])
  expect((await answerNext())?.body.quickFilters).toEqual(['domestic'])
  await Promise.all(saves)
  expect(pending).toEqual([])
  expect(chosen()).toEqual(['domestic'])
})

it('keeps a choice that could not be saved, and sends it with the next request', async () => {
  const saving = choose('international')
  await answerNext({ status: 500 })
  await expect(saving).rejects.toMatchObject({ status: 500 })
  expect(chosen()).toEqual(['international'])
  const reading = read()
  expect((await answerNext())?.body).toEqual({ quickFilters: ['international'] })
  expect((await reading).quickFilters).toEqual(['international'])
})

it('drops places that could not be saved, because the dialog has reported the failure', async () => {
  const saving = saveLeadPreferences(queryClient, userId, { cities: ['Pune'] })
  await answerNext({ status: 500 })
  await expect(saving).rejects.toMatchObject({ status: 500 })
  const reading = read()
  expect((await answerNext())?.method).toBe('GET')
  await reading
})

it('saves a change although an earlier request with another change fails', async () => {
  const places = saveLeadPreferences(queryClient, userId, { cities: ['Pune'] })
  await vi.waitFor(() => expect(pending).toHaveLength(1))
  const layout = saveLeadPreferences(queryClient, userId, { purchaseLayout: 'list' })
  const failed = expect(places).rejects.toMatchObject({ status: 500 })
  await answerNext({ status: 500 })
  await failed
  expect((await answerNext())?.body).toEqual({ purchaseLayout: 'list' })
  expect((await layout).purchaseLayout).toBe('list')
})

it('keeps a waiting change of an agent when a save of another agent ends', async () => {
  const other = '019a573f-2b0e-725c-b855-bdd594d8a470'
  signIn(other)
  const reading = queryClient.fetchQuery({ ...leadPreferencesQuery(other), staleTime: 0 })
  await vi.waitFor(() => expect(pending).toHaveLength(1))
  const saving = saveLeadPreferences(queryClient, other, { purchaseLayout: 'list' })
  // A screen of the previous agent still tries to save.
  await expect(saveLeadPreferences(queryClient, userId, { cities: ['Pune'] })).rejects.toThrow()
  await answerNext()
  await reading
  expect((await answerNext())?.body).toEqual({ purchaseLayout: 'list' })
  await saving
})

it('cancels a save when the session ends, and removes the copy in this browser', async () => {
  const saving = choose('domestic').catch(() => 'cancelled')
  await vi.waitFor(() => expect(pending).toHaveLength(1))
  endSession()
  expect(await saving).toBe('cancelled')
  expect(pending[0]?.signal.aborted).toBe(true)
  expect(Object.keys(storage).filter((key) => key.endsWith(userId))).toEqual([])
})

it('sends and stores no data of an agent once another agent is signed in', async () => {
  const other = '019a573f-2b0e-725c-b855-bdd594d8a470'
  const saving = saveLeadPreferences(queryClient, userId, { cities: ['Pune'] }).catch(() => 'ended')
  await vi.waitFor(() => expect(pending).toHaveLength(1))
  signIn(other)
  // The scripts of a choice may load only now, and a screen of the first agent may still call them.
  await expect(choose('domestic')).rejects.toThrow()
  await expect(
    saveLeadPreferences(queryClient, userId, { destinations: ['Goa'] }),
  ).rejects.toThrow()
  const readAgain = { ...leadPreferencesQuery(userId), staleTime: 0, retry: false }
  await expect(queryClient.fetchQuery(readAgain)).rejects.toThrow()
  expect(await saving).toBe('ended')
  expect(pending.splice(0).map(({ signal }) => signal.aborted)).toEqual([true])
  expect(readMarketChoice(userId)?.destinations).toEqual([])

  const reading = queryClient.fetchQuery({ ...leadPreferencesQuery(other), staleTime: 0 })
  expect((await answerNext())?.method).toBe('GET')
  await reading
})
