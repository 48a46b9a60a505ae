import { listLeadSuggestions } from '@raahi/contract/lead-suggestions'
import { deleteLead, listLeads } from '@raahi/contract/leads'
import { buyLead } from '@raahi/contract/purchases'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MadeUser, makeLeads } from '../../testing/factories.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createPlaceSuggestions, type SuggestPlaces } from './place-suggestions.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
/** The clock of the suggestions. The counts are read again after it has advanced. */
let nowMs = 0
let suggest: SuggestPlaces
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace())
  suggest = createPlaceSuggestions(app.database, () => nowMs)
})
afterAll(() => app.close())

/** Suggests with counts that are read now. */
const suggestAnew: SuggestPlaces = (field, text) => {
  nowMs += 61_000
  return suggest(field, text)
}

describe('suggestions of places', () => {
  it('counts the leads for sale of each spelling as one place, under the usual spelling', async () => {
    await makeLeads(app.db, 3, { destination: 'Kumarakom', city: 'Salem' })
    await makeLeads(app.db, 1, { destination: ' KUMARAKOM ', city: 'Salem' })
    expect(await suggestAnew('destination', 'kumar')).toEqual([{ name: 'Kumarakom', leads: 4 }])
    expect(await suggestAnew('city', 'SALE')).toEqual([{ name: 'Salem', leads: 4 }])
  })

  it('counts no lead that an agent cannot buy: sold, deleted or expired', async () => {
    const [sold = '', deleted = ''] = await makeLeads(app.db, 4, { destination: 'Tawang' })
    await makeLeads(app.db, 1, { destination: 'Tawang', travel_date: '2020-01-01' })
    await app.as(agent).call(buyLead, { body: { leadId: sold } })
    await app.as(admin).call(deleteLead, { params: { id: deleted } })
    expect(await suggestAnew('destination', 'tawang')).toEqual([{ name: 'Tawang', leads: 2 }])
    const query = { destination: 'Tawang', satatus: 'buy', expired: 'false' } as const
    expect((await app.as(agent).call(listLeads, { query })).data.totalLeads).toBe(2)
  })

  it('lists places that begin with the text first, then those with a word that does', async () => {
    await makeLeads(app.db, 3, { destination: 'Upper Zanskar' })
    await makeLeads(app.db, 2, { destination: 'Ezanskar' })
    await makeLeads(app.db, 1, { destination: 'Zanskar' })
    const names = (await suggestAnew('destination', 'zan')).map(({ name }) => name)
    expect(names).toEqual(['Zanskar', 'Upper Zanskar', 'Ezanskar'])
  })

  it('reads the counts once for requests that arrive together, and serves them while it reads again', async () => {
    await makeLeads(app.db, 1, { destination: 'Quorby' })
    let reads = 0
    const lists = {
      ...app.database.lists,
      read: (read: Parameters<typeof app.database.lists.read>[0]) => {
        reads += 1
        return app.database.lists.read(read)
      },
    }
    let now = 0
    const suggestions = createPlaceSuggestions(
      { ...app.database, lists: lists as typeof app.database.lists },
      () => now,
    )
    const together = await Promise.all(
      ['quo', 'quor', 'quorby'].map((text) => suggestions('destination', text)),
    )
    expect(together).toEqual(Array(3).fill([{ name: 'Quorby', leads: 1 }]))
    expect(reads).toBe(1)
    await makeLeads(app.db, 1, { destination: 'Quorby' })
    now += 16_000
    expect(await suggestions('destination', 'quorby')).toEqual([{ name: 'Quorby', leads: 1 }])
    await expect
      .poll(() => suggestions('destination', 'quorby'))
      .toEqual([{ name: 'Quorby', leads: 2 }])
    expect(reads).toBe(2)
  })

  it('answers with names and counts and nothing of a single lead', async () => {
    await makeLeads(app.db, 1, {
      destination: 'Majuli',
      name: 'Hidden Person',
      phone: '+919123400001',
      email: 'hidden@example.com',
    })
    const answer = await app.as(agent).call(listLeadSuggestions, { query: { text: 'majuli' } })
    expect(answer.data).toEqual([{ name: 'Majuli', leads: 1 }])
    for (const text of ['Hidden', '9123400001', 'hidden@example.com']) {
      const { data } = await app.as(agent).call(listLeadSuggestions, { query: { text } })
      expect(data).toEqual([])
    }
  })
})

describe('a list of leads with several places', () => {
  it('contains the leads of each place, and no other', async () => {
    await makeLeads(app.db, 2, { destination: 'Hampi', city: 'Latur' })
    await makeLeads(app.db, 1, { destination: 'Bidar fort', city: 'Akola' })
    await makeLeads(app.db, 1, { destination: 'Badami', city: 'Latur' })
    const count = async (query: Record<string, string>) =>
      (await app.as(agent).call(listLeads, { query })).data.totalLeads
    expect(await count({ destinations: 'hampi, Bidar' })).toBe(3)
    expect(await count({ destinations: 'hampi,bidar', cities: 'latur' })).toBe(2)
    expect(await count({ cities: 'latur,akola' })).toBe(4)
    expect(await count({ destinations: 'ham_i' }), 'wildcards are text').toBe(0)
    expect(await count({ cities: ',' }), 'no place is no filter').toBe(await count({}))
    const many = Array.from({ length: 13 }, (_, at) => `place ${at}`).join(',')
    expect((await app.as(agent).call(listLeads, { query: { cities: many } })).status).toBe(400)
  })
})
