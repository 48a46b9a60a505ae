import { login, logout, me } from '@raahi/contract/auth'
import { undoImport } from '@raahi/contract/imports'
import { listLeads } from '@raahi/contract/leads'
import { listOwnSessions } from '@raahi/contract/profile'
import { buyLead } from '@raahi/contract/purchases'
import { requestLeadReplacement } from '@raahi/contract/replacements'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const minuteMs = 60_000
const agent = userNamed('019a573f-2b0e-725c-b855-bdd594d8a46f')
const other = userNamed('019a573f-2b0e-725c-b855-bdd594d8a470')

function userNamed(_id: string) {
  return {
    _id,
    name: 'Kabir Anand',
    email: 'agent@raahi.example',
    phone: '+919000000101',
    city: null,
    companyName: 'Marigold Journeys',
    gstin: null,
    billingState: null,
    billingAddress: null,
    role: 'user' as const,
    userStatus: 'active' as const,
    emailConfirmed: true,
    pendingEmail: null,
    plan: null,
    wallet: 5000,
    profile: null,
    kyc: null,
    createdAt: '2025-11-06T03:39:08.942Z',
  }
}

function sessionOf(accessToken: string, user = agent) {
  return {
    user,
    accessToken,
    accessTokenExpiresAt: new Date(Date.now() + 15 * minuteMs).toISOString(),
  }
}

/** A browser's storage. `refuses` simulates private mode or a full disk. */
class FakeStorage {
  readonly kept = new Map<string, string>()
  refuses = false
  getItem(key: string) {
    this.check()
    return this.kept.get(key) ?? null
  }
  setItem(key: string, value: string) {
    this.check()
    this.kept.set(key, value)
  }
  removeItem(key: string) {
    this.check()
    this.kept.delete(key)
  }
  private check() {
    if (this.refuses) throw new DOMException('refused', 'QuotaExceededError')
  }
}

interface Received {
  path: string
  method: string
  headers: Headers
  body: unknown
}

let storage: FakeStorage
let received: Received[]
let answer: (request: Received) => Response | Promise<Response>

const ok = (data: unknown) => Response.json({ success: true, data })
const refusal = (status: number, code: string, fieldErrors?: Record<string, string>) =>
  Response.json({ success: false, message: `No: ${code}`, code, fieldErrors }, { status })
const tokenOf = ({ headers }: Received) => headers.get('authorization')?.replace('Bearer ', '')

/** Loads the modules as a newly opened tab does: each tab has separate memory, and all share the storage. */
async function openTab() {
  vi.resetModules()
  const [{ call }, session, errors] = await Promise.all([
    import('./api.ts'),
    import('./session.ts'),
    import('./api-error.ts'),
  ])
  return { call, ...session, ...errors }
}

beforeEach(() => {
  storage = new FakeStorage()
  received = []
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request = {
      path,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: init.body,
    }
    received.push(request)
    init.signal?.throwIfAborted()
    return answer(request)
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('a call', () => {
  it('waits longer for the undo of a large import than for other actions', async () => {
    const tab = await openTab()
    tab.startSession(sessionOf('first'))
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    answer = () => ok({ removed: 0, kept: [] })
    await tab.call(undoImport, { params: { id: 'x' } })
    answer = () => ok({ leadId: 'x' })
    await tab.call(buyLead, { body: { leadId: 'x' } })
    expect(timeout.mock.calls).toEqual([[120_000], [20_000]])
  })

  it('sends token, query and body as the contract defines, and unwraps the response', async () => {
    const tab = await openTab()
    tab.startSession(sessionOf('first'))
    answer = () => ok({ leads: [] })
    await tab.call(listLeads, { query: { page: '2', search: 'a b&c', leadType: '' } })
    expect(received[0]).toMatchObject({ path: '/api/leads?page=2&search=a+b%26c', method: 'GET' })
    expect(received.map(tokenOf)).toEqual(['first'])

    answer = () => ok({ leadId: 'x' })
    await tab.call(buyLead, { body: { leadId: 'x' } }, { idempotencyKey: 'k' })
    expect(received[1]?.headers.get('idempotency-key')).toBe('k')
    expect(received[1]?.headers.get('content-type')).toBe('application/json')
    expect(received[1]?.body).toBe('{"leadId":"x"}')
  })

  it('fails, and never resolves, if a success does not carry the answer of the call', async () => {
    const tab = await openTab()
    tab.startSession(sessionOf('first'))
    const foreign = [undefined, null, {}, [], 'ok', 7, true, { uptime: 3 }]
    for (const data of foreign) {
      answer = () => Response.json({ success: true, data }, { status: 201 })
      for (const endpoint of [me, requestLeadReplacement, login]) {
        const error = await tab.call(endpoint as typeof me).catch((thrown: unknown) => thrown)
        expect(error, JSON.stringify(data)).toMatchObject({ code: 'BAD_ANSWER', status: 201 })
      }
      if (Array.isArray(data)) continue
      const list = await tab.call(listOwnSessions).catch((thrown: unknown) => thrown)
      expect(list, JSON.stringify(data)).toMatchObject({ code: 'BAD_ANSWER' })
    }
    // An empty list, no answer yet, and a call without answer.
    answer = () => ok([])
    expect(await tab.call(listOwnSessions)).toEqual([])
    answer = () => ok(undefined)
    expect(await tab.call(logout)).toBeUndefined()
  })

  it('sends nothing from the screens of a user whose session has ended, not even as the next user', async () => {
    const tab = await openTab()
    tab.startSession(sessionOf('first'))
    tab.holdScreens(agent)
    tab.loseSession()
    for (const session of [null, sessionOf('second', other)]) {
      if (session) tab.startSession(session)
      await expect(tab.call(me)).rejects.toMatchObject({ code: 'UNAUTHENTICATED', status: 401 })
    }
    expect(received).toEqual([])
    tab.releaseScreens()
    answer = () => ok(other)
    expect(await tab.call(me)).toEqual(other)
  })

  const failing = async (respond: typeof answer) => {
    const tab = await openTab()
    answer = respond
    const error = await tab.call(me).catch((error: unknown) => error)
    return { error, text: tab.errorMessage(error, 'Failed to fetch users') }
  }

  it('throws one type of error, with the texts of the server and of each field', async () => {
    const refused = await failing(() =>
      refusal(400, 'VALIDATION_FAILED', { name: 'Name is required' }),
    )
    expect(refused.error).toMatchObject({
      name: 'ApiError',
      code: 'VALIDATION_FAILED',
      status: 400,
      fieldErrors: { name: 'Name is required' },
    })
    expect(refused.text).toBe('No: VALIDATION_FAILED')
    expect((await failing(() => refusal(409, 'LEAD_ALREADY_SOLD'))).error).toMatchObject({
      isOutcomeUnknown: false,
    })
  })

  const withoutText = 'Failed to fetch users'
  const timedOut = () => Promise.reject(new DOMException('time-out', 'TimeoutError'))
  it.each<[string, typeof answer, text: string, seen: object]>([
    [
      "a proxy's page",
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      withoutText,
      { code: 'BAD_ANSWER', status: 502, isOutcomeUnknown: true },
    ],
    [
      "a proxy's JSON",
      () => Response.json({ message: 'no healthy upstream' }, { status: 503 }),
      withoutText,
      { code: 'BAD_ANSWER', status: 503, isOutcomeUnknown: true },
    ],
    [
      'an empty body',
      () => new Response(null, { status: 500 }),
      withoutText,
      { code: 'BAD_ANSWER', status: 500, isOutcomeUnknown: true },
    ],
    [
      'a success without our envelope',
      () => new Response('<h1>Hello</h1>'),
      withoutText,
      { code: 'BAD_ANSWER', status: 200, isOutcomeUnknown: true },
    ],
    [
      'an empty message',
      () =>
        Response.json({ success: false, code: 'USER_NOT_FOUND', message: ' ' }, { status: 404 }),
      withoutText,
      { code: 'USER_NOT_FOUND', status: 404, isOutcomeUnknown: false },
    ],
    [
      'a missing message',
      () => Response.json({ success: false, code: 'USER_NOT_FOUND' }, { status: 404 }),
      withoutText,
      { code: 'USER_NOT_FOUND', status: 404 },
    ],
    [
      'a code that this build does not know',
      () => Response.json({ success: false, code: 'NEW', message: 'Moved.' }, { status: 409 }),
      'Moved.',
      { code: 'NEW', status: 409, isOutcomeUnknown: false },
    ],
    [
      'a message without a code',
      () => Response.json({ success: false, message: 'Moved.' }, { status: 409 }),
      'Moved.',
      { code: 'UNKNOWN', status: 409 },
    ],
    [
      'no connection',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Failed to fetch users. Could not reach Raahi. Please check your connection and try again.',
      { code: 'NETWORK', status: 0, isOutcomeUnknown: true },
    ],
    ['a time-out', timedOut, withoutText, { code: 'TIMEOUT', status: 0, isOutcomeUnknown: true }],
  ])("shows the screen's text for %s, unless the server sent one", async (...row) => {
    const [what, respond, text, seen] = row
    const late = AbortSignal.abort()
    if (what === 'a time-out') vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late)
    const failed = await failing(respond)
    expect(failed.error).toMatchObject(seen)
    expect(failed.text).toBe(text)
  })

  it('joins the failed action and the reason', async () => {
    const { ApiError, errorWithReason } = await openTab()
    const refused = new ApiError({ code: 'USER_NOT_FOUND', status: 404, text: 'User not found' })
    const what = 'Failed to fetch leads costs.'
    expect(errorWithReason(refused, 'Failed to update', ': ')).toBe(
      'Failed to update: User not found',
    )
    expect(errorWithReason(refused, what)).toBe(`${what} User not found`)
    expect(errorWithReason(new TypeError('a fault of the program'), what)).toBe(what)
  })

  it('rethrows an abort unchanged, because no error is shown for a list that was left', async () => {
    const tab = await openTab()
    const controller = new AbortController()
    controller.abort(new DOMException('left', 'AbortError'))
    await expect(tab.call(me, {}, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('the renewal of the session', () => {
  it('renews once when several calls are refused at the same time, and repeats them', async () => {
    const tab = await openTab()
    tab.startSession(sessionOf('old'))
    answer = (request) => {
      if (request.path.endsWith('/refresh')) return ok(sessionOf('new'))
      return tokenOf(request) === 'new' ? ok(agent) : refusal(401, 'UNAUTHENTICATED')
    }
    const users = await Promise.all([tab.call(me), tab.call(me), tab.call(me)])
    expect(users).toEqual([agent, agent, agent])
    expect(received.filter(({ path }) => path.endsWith('/refresh'))).toHaveLength(1)
  })

  it('uses the token that another tab received meanwhile, without using the cookie again', async () => {
    const here = await openTab()
    here.startSession(sessionOf('old'))
    const otherTab = await openTab()
    otherTab.startSession(sessionOf('from-there'))
    answer = (request) =>
      tokenOf(request) === 'from-there' ? ok(agent) : refusal(401, 'UNAUTHENTICATED')
    expect(await here.call(me)).toEqual(agent)
    expect(received.some(({ path }) => path.endsWith('/refresh'))).toBe(false)
  })

  it('renews before the token expires, and not at every call with a wrong clock', async () => {
    const tab = await openTab()
    answer = (request) => (request.path.endsWith('/refresh') ? ok(sessionOf('new')) : ok(agent))
    vi.useFakeTimers({ toFake: ['Date'] })
    tab.startSession(sessionOf('old'))
    vi.setSystemTime(Date.now() + 14.5 * minuteMs)
    await tab.call(me)
    expect(received.map(({ path }) => path)).toEqual(['/api/auth/refresh', '/api/auth/me'])
    expect(received.map(tokenOf)).toEqual([undefined, 'new'])

    received = []
    // By this clock the token had expired before it arrived.
    tab.startSession({ ...sessionOf('odd'), accessTokenExpiresAt: '2020-01-01T00:00:00.000Z' })
    await tab.call(me)
    expect(received.map(tokenOf)).toEqual(['odd'])
  })

  it('ends the session if the renewal is refused, and keeps it if the server is unreachable', async () => {
    const tab = await openTab()
    tab.startSession(sessionOf('old'))
    answer = (request) =>
      request.path.endsWith('/refresh')
        ? refusal(503, 'SERVICE_UNAVAILABLE')
        : refusal(401, 'UNAUTHENTICATED')
    await expect(tab.call(me)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(tab.useSession.getState().user).toEqual(agent)

    answer = () => refusal(401, 'UNAUTHENTICATED')
    await expect(tab.call(me)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(tab.useSession.getState().user).toBeNull()
    expect(JSON.parse(storage.kept.get('raahi-auth') ?? '').state.accessToken).toBeNull()
  })

  it('never repeats a call for another user who has signed in meanwhile', async () => {
    const here = await openTab()
    here.startSession(sessionOf('old'))
    const otherTab = await openTab()
    answer = (request) => {
      if (tokenOf(request) === 'theirs') return ok(other)
      otherTab.startSession(sessionOf('theirs', other))
      return refusal(401, 'UNAUTHENTICATED')
    }
    await expect(here.call(buyLead, { body: { leadId: 'x' } })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    expect(received.map(tokenOf)).toEqual(['old'])
    expect(here.useSession.getState().user?._id).toBe(other._id)
  })
})

describe('the stored session', () => {
  it('is available in a new tab', async () => {
    const first = await openTab()
    first.startSession(sessionOf('kept'))
    const second = await openTab()
    expect(second.useSession.getState()).toMatchObject({ user: agent, accessToken: 'kept' })
    expect(second.useSession.persist.hasHydrated()).toBe(true)
  })

  it('is ignored and removed if it is broken', async () => {
    storage.kept.set('raahi-auth', '{"state":{"user":{"role":"root"}},"version":1}')
    const tab = await openTab()
    expect(tab.useSession.getState().user).toBeNull()
    expect(storage.kept.get('raahi-auth')).toBeUndefined()
  })

  it('stays in memory if the browser stores nothing', async () => {
    storage.refuses = true
    const tab = await openTab()
    tab.startSession(sessionOf('here'))
    answer = () => ok(agent)
    await tab.call(me)
    expect(received.map(tokenOf)).toEqual(['here'])
    await tab.reloadStoredSession()
    expect(tab.useSession.getState().accessToken).toBe('here')
  })

  it('follows another tab that signs out, signs in, or empties the storage', async () => {
    const listeners = new Set<(event: StorageEvent) => void>()
    const happens = (key: string | null) => {
      for (const listener of listeners) listener({ key } as StorageEvent)
    }
    vi.stubGlobal('addEventListener', (_: string, listener: (event: StorageEvent) => void) =>
      listeners.add(listener),
    )
    const here = await openTab()
    here.startSession(sessionOf('mine'))
    here.syncWithOtherTabs()
    const otherTab = await openTab()

    otherTab.startSession(sessionOf('theirs', other))
    happens('another-key')
    expect(here.useSession.getState().user?._id).toBe(agent._id)
    happens('raahi-auth')
    expect(here.useSession.getState().user?._id).toBe(other._id)

    otherTab.endSession()
    happens('raahi-auth')
    expect(here.useSession.getState().user).toBeNull()

    here.startSession(sessionOf('mine'))
    storage.kept.clear()
    happens(null)
    expect(here.useSession.getState().user).toBeNull()
  })
})
