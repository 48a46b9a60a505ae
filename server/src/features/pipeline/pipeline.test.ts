import { randomUUID } from 'node:crypto'
import { recordContact, setContactOutcome } from '@raahi/contract/contact-log'
import {
  cardsPerColumn,
  getFollowUps,
  getPipeline,
  getPipelineCard,
  getPipelineColumn,
  listPipelineCards,
  maxMoves,
  movePipelineCard,
  setFollowUp,
  undoPipelineMove,
} from '@raahi/contract/pipeline'
import {
  addPurchaseNote,
  deletePurchaseNote,
  editPurchaseNote,
} from '@raahi/contract/purchase-notes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import {
  giveMoney,
  type MadeUser,
  makeAgent,
  makeMember,
  makePurchase,
} from '../../testing/factories.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { moveToQuoted } from './public/move-card.ts'

const today = '2031-05-10'

let app: TestApp
beforeAll(async () => {
  ;({ app } = await createMarketplace({ today, pricePaise: 50_00 }))
})
afterAll(() => app.close())

async function makeCard(): Promise<{
  agent: MadeUser
  leadId: string
  params: { leadId: string }
}> {
  const agent = await makeBuyer()
  const leadId = await makePurchase(app.database, agent.id)
  return { agent, leadId, params: { leadId } }
}

async function makeBuyer(): Promise<MadeUser> {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 100_000_00)
  return agent
}

const board = async (agent: MadeUser) => (await app.as(agent).call(getPipeline)).data
const details = async (agent: MadeUser, leadId: string) =>
  (await app.as(agent).call(getPipelineCard, { params: { leadId } })).data

describe('the board', () => {
  it('shows a bought lead in New without storing anything', async () => {
    const { agent, leadId } = await makeCard()
    const shown = await board(agent)
    expect(shown).toMatchObject({
      new: { total: 1, next: null, cards: [{ leadId, stage: 'new', version: 0, notes: 0 }] },
      won: { total: 0, cards: [] },
      returned: { total: 0 },
      today,
    })
    expect(await app.db.selectFrom('pipeline_cards').selectAll().execute()).toEqual([])
  })

  it('pages a column without losing or repeating a card, follow-ups first', async () => {
    const agent = await makeBuyer()
    const leadIds: string[] = []
    for (let n = 0; n < cardsPerColumn + 5; n += 1)
      leadIds.push(await makePurchase(app.database, agent.id))
    const [first = '', second = ''] = leadIds
    const follow = (leadId: string, on: string) =>
      app
        .as(agent)
        .call(setFollowUp, { params: { leadId }, body: { followUp: { on, time: null } } })
    await follow(first, '2031-05-12')
    await follow(second, '2031-05-11')
    const shown = (await board(agent)).new
    expect(shown.total).toBe(cardsPerColumn + 5)
    const expected = [second, first, ...leadIds.slice(2).reverse()]
    const ids = shown.cards.map(({ leadId }) => leadId)
    let after = shown.next
    while (after) {
      const { data } = await app
        .as(agent)
        .call(getPipelineColumn, { params: { column: 'new' }, query: { after, limit: 2 } })
      ids.push(...data.cards.map(({ leadId }) => leadId))
      after = data.next
    }
    expect(ids).toEqual(expected)
  })

  it('keeps returned leads out of the open stages', async () => {
    const { agent, leadId, params } = await makeCard()
    await app.as(agent).call(setFollowUp, {
      params,
      body: { followUp: { on: today, time: '09:30' } },
    })
    await approve(leadId)
    const shown = await board(agent)
    expect([shown.new.total, shown.returned.total]).toEqual([0, 1])
    const { data } = await app.as(agent).call(getPipelineColumn, { params: { column: 'returned' } })
    expect(data.cards).toMatchObject([{ leadId, column: 'returned', followUp: null }])
    const body = { to: 'contacted', version: 0 }
    expect((await app.as(agent).call(movePipelineCard, { params, body })).code).toBe(
      'LEAD_RETURNED',
    )
  })

  it('rejects positions that no page has returned', async () => {
    const agent = await makeAgent(app.db)
    for (const after of ['x', '2031-02-31.1.00000000-0000-4000-8000-000000000000', '-.1.x']) {
      const query = { after }
      const answer = await app
        .as(agent)
        .call(getPipelineColumn, { params: { column: 'new' }, query })
      expect([answer.status, answer.code], after).toEqual([400, 'VALIDATION_FAILED'])
    }
  })
})

async function approve(leadId: string) {
  await app.db
    .updateTable('purchases')
    .set({ replacement_status: 'approved' })
    .where('lead_id', '=', leadId)
    .execute()
}

describe('moves', () => {
  it('moves, records and undoes', async () => {
    const { agent, leadId, params } = await makeCard()
    const client = app.as(agent)
    const won = { to: 'won', version: 0, wonAmount: 84500.5 }
    const moved = (await client.call(movePipelineCard, { params, body: won })).data
    expect(moved.card).toMatchObject({ stage: 'won', wonAmount: 84500.5, version: 1 })
    const undo = { moveId: moved.moveId }
    const undone = (await client.call(undoPipelineMove, { params, body: undo })).data
    expect(undone).toMatchObject({ stage: 'new', wonAmount: null, version: 2 })
    expect((await details(agent, leadId)).moves).toMatchObject([
      { from: 'won', to: 'new', cause: 'undo', isUndone: false },
      { from: 'new', to: 'won', cause: 'agent', isUndone: true, by: agent.name },
    ])
    expect((await client.call(undoPipelineMove, { params, body: undo })).code).toBe(
      'MOVE_NOT_UNDONE',
    )
  })

  it('accepts the move of one of two tabs with the same version, and shows the other tab the new state', async () => {
    const { agent, leadId, params } = await makeCard()
    const answers = await Promise.all(
      ['contacted', 'quoted'].map((to) =>
        app.as(agent).call(movePipelineCard, { params, body: { to, version: 0 } }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual(['PIPELINE_CARD_CHANGED', undefined])
    const winner = answers.find(({ status }) => status === 200)?.data.card.stage
    expect((await details(agent, leadId)).card.stage).toBe(winner)
  })

  it('moves to Quoted when a quote is sent, from New and Contacted only', async () => {
    const { agent, leadId, params } = await makeCard()
    const quote = () =>
      withTransaction(app.database, (tx) =>
        moveToQuoted(tx, { userId: agent.id, leadId, byUserId: agent.id }),
      )
    await quote()
    await quote()
    const { card, moves } = await details(agent, leadId)
    expect(card).toMatchObject({ stage: 'quoted', version: 1 })
    expect(moves).toMatchObject([{ cause: 'quote', to: 'quoted' }])
    const body = { to: 'won', version: 1 }
    await app.as(agent).call(movePipelineCard, { params, body })
    await quote()
    expect((await details(agent, leadId)).card.stage).toBe('won')
  })

  it('responds to a repeated move without recording it again', async () => {
    const { agent, leadId, params } = await makeCard()
    const body = { to: 'lost', version: 0, lostReason: 'other', lostText: 'Went by train' }
    await app.as(agent).call(movePipelineCard, { params, body })
    const again = await app.as(agent).call(movePipelineCard, { params, body })
    expect(again.data.moveId).toBeNull()
    expect((await details(agent, leadId)).moves).toHaveLength(1)
  })

  it('removes the follow-up of a lost trip, and an undo restores it', async () => {
    const { agent, params } = await makeCard()
    const client = app.as(agent)
    const followUp = { on: '2031-05-12', time: '16:30' }
    await client.call(setFollowUp, { params, body: { followUp } })
    const body = { to: 'lost', version: 1, lostReason: 'too-expensive' }
    const { data } = await client.call(movePipelineCard, { params, body })
    expect(data.card).toMatchObject({ followUp: null, lostReason: 'too-expensive' })
    const again = await client.call(setFollowUp, { params, body: { followUp } })
    expect(again.fieldErrors).toHaveProperty(['followUp.on'])
    const undone = await client.call(undoPipelineMove, { params, body: { moveId: data.moveId } })
    expect(undone.data).toMatchObject({ stage: 'new', followUp, lostReason: null })
  })

  it('removes the follow-up when a trip is won, restores it with an undo, and keeps a later one', async () => {
    const { agent, leadId, params } = await makeCard()
    const client = app.as(agent)
    const followUp = { on: '2031-05-12', time: null }
    const later = { on: '2031-06-01', time: null }
    const win = async (version: number) =>
      (await client.call(movePipelineCard, { params, body: { to: 'won', version } })).data
    await client.call(setFollowUp, { params, body: { followUp } })
    const won = await win(1)
    expect(won.card).toMatchObject({ stage: 'won', followUp: null })
    const undone = await client.call(undoPipelineMove, { params, body: { moveId: won.moveId } })
    expect(undone.data).toMatchObject({ stage: 'new', followUp })

    const again = await win(undone.data.version)
    await client.call(setFollowUp, { params, body: { followUp: later } })
    const version = again.card.version + 1
    const body = { to: 'won', version, wonAmount: 50_000 }
    const corrected = await client.call(movePipelineCard, { params, body })
    expect(corrected.data.card).toMatchObject({ wonAmount: 50_000, followUp: later })
    await client.call(undoPipelineMove, { params, body: { moveId: corrected.data.moveId } })
    expect((await details(agent, leadId)).card).toMatchObject({ wonAmount: null, followUp: later })
  })

  it('undoes only the last move, within ten minutes', async () => {
    const { agent, params } = await makeCard()
    const client = app.as(agent)
    const first = await client.call(movePipelineCard, {
      params,
      body: { to: 'quoted', version: 0 },
    })
    const second = await client.call(movePipelineCard, { params, body: { to: 'won', version: 1 } })
    const undo = (moveId: string | null) =>
      client.call(undoPipelineMove, { params, body: { moveId } })
    expect((await undo(first.data.moveId)).code).toBe('MOVE_NOT_UNDONE')
    await sql`update pipeline_moves set moved_at = moved_at - interval '11 minutes'`.execute(app.db)
    expect((await undo(second.data.moveId)).code).toBe('MOVE_NOT_UNDONE')
  })

  it('keeps the latest moves of a card, and the move that the oldest of them undoes', async () => {
    const { agent, leadId, params } = await makeCard()
    const move = (to: string, version: number) =>
      app.as(agent).call(movePipelineCard, { params, body: { to, version } })
    await move('contacted', 0)
    // Each odd move is undone by the next move.
    await sql`
      insert into pipeline_moves (id, purchase_id, from_stage, to_stage, cause, by_user_id, moved_at, undoes, from_since)
      select ids[n], m.purchase_id, 'new', 'contacted', case when n % 2 = 0 then 'undo' else 'agent' end, m.by_user_id,
        m.moved_at - interval '1 day' + n * interval '1 minute', case when n % 2 = 0 then ids[n - 1] end, m.from_since
      from pipeline_moves m, (select array_agg(gen_random_uuid()) as ids from generate_series(1, 300)) made,
        generate_series(1, 300) n
      where m.purchase_id = (select id from purchases where lead_id = ${leadId})`.execute(app.db)
    const count = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pipeline_moves
        where purchase_id = (select id from purchases where lead_id = ${leadId})`.execute(app.db)
      return rows[0]?.n
    }
    await move('quoted', 1)
    expect(await count()).toBe(maxMoves)
    const { data } = await move('contacted', 2)
    expect(await count(), 'the oldest one undoes another one').toBe(maxMoves + 1)
    const undo = { params, body: { moveId: data.moveId ?? '' } }
    expect((await app.as(agent).call(undoPipelineMove, undo)).data.stage).toBe('quoted')
    expect((await details(agent, leadId)).moves).toHaveLength(maxMoves)
  })

  it('rejects an amount of a trip that is not won, and a lost trip without a reason', async () => {
    const { agent, params } = await makeCard()
    const bad = [
      { to: 'quoted', version: 0, wonAmount: 5 },
      { to: 'lost', version: 0 },
      { to: 'won', version: 0, lostReason: 'other' },
      { to: 'won', version: 0, wonAmount: -1 },
      { to: 'won', version: 0, wonAmount: 0.001 },
      { to: 'won', version: 0, wonAmount: 100_000_001 },
      { to: 'returned', version: 0 },
    ]
    for (const body of bad) {
      const { code } = await app.as(agent).call(movePipelineCard, { params, body })
      expect(code, JSON.stringify(body)).toBe('VALIDATION_FAILED')
    }
  })
})

describe('notes, contacts and follow-ups', () => {
  it('adds, changes and deletes notes, each once', async () => {
    const { agent, leadId } = await makeCard()
    const client = app.as(agent)
    const body = { id: randomUUID(), leadId, text: ' Wants a pool \n and a view ' }
    const added = await client.call(addPurchaseNote, { body })
    expect(added.status).toBe(201)
    expect(added.data).toMatchObject({ text: 'Wants a pool \n and a view', by: agent.name })
    await client.call(addPurchaseNote, { body })
    const params = { id: body.id }
    const edited = await client.call(editPurchaseNote, { params, body: { text: 'B', version: 1 } })
    expect(edited.data).toMatchObject({ text: 'B', version: 2, editedAt: expect.any(String) })
    const stale = await client.call(editPurchaseNote, { params, body: { text: 'C', version: 1 } })
    expect(stale.code).toBe('PIPELINE_CARD_CHANGED')
    const again = await client.call(editPurchaseNote, { params, body: { text: 'B', version: 1 } })
    expect(again.data, 'after a lost answer').toMatchObject({ text: 'B', version: 2 })
    expect((await details(agent, leadId)).notes).toHaveLength(1)
    await client.call(deletePurchaseNote, { params })
    expect((await details(agent, leadId)).notes).toEqual([])
  })

  it('changes notes and outcomes for their author only; the owner of the agency may delete a note', async () => {
    const { agent, leadId } = await makeCard()
    const [author, other] = await Promise.all([
      makeMember(app.db, agent, { agent_role: 'buyer' }),
      makeMember(app.db, agent, { agent_role: 'buyer' }),
    ])
    const note = { id: randomUUID(), leadId, text: 'Wants a pool' }
    const tap = { id: randomUUID(), leadId, channel: 'call' as const }
    await app.as(author).call(addPurchaseNote, { body: note })
    await app.as(author).call(recordContact, { body: tap })
    const params = { id: note.id }
    const edit = (by: MadeUser) =>
      app.as(by).call(editPurchaseNote, { params, body: { text: 'No pool', version: 1 } })
    const enter = (by: MadeUser) =>
      app.as(by).call(setContactOutcome, { params: { id: tap.id }, body: { outcome: 'talked' } })
    for (const by of [agent, other]) {
      expect((await edit(by)).code).toBe('FORBIDDEN')
      expect((await enter(by)).code).toBe('FORBIDDEN')
      const again = await app.as(by).call(addPurchaseNote, { body: { ...note, text: 'No pool' } })
      expect(again.code).toBe('VALIDATION_FAILED')
    }
    expect((await app.as(other).call(deletePurchaseNote, { params })).code).toBe('FORBIDDEN')
    expect((await edit(author)).data).toMatchObject({ text: 'No pool', byId: author.id })
    expect((await enter(author)).data).toMatchObject({ outcome: 'talked', byId: author.id })
    expect((await app.as(agent).call(deletePurchaseNote, { params })).status).toBe(200)
  })

  it('stores the changed text of a note whose first response was lost', async () => {
    const { agent, leadId } = await makeCard()
    const add = (id: string, text: string) =>
      app.as(agent).call(addPurchaseNote, { body: { id, leadId, text } })
    const id = randomUUID()
    await add(id, 'Two rooms')
    expect((await add(id, 'Two rooms near the beach')).data).toMatchObject({ version: 2 })
    expect((await add(id, 'Two rooms near the beach')).status).toBe(201)
    const { notes } = await details(agent, leadId)
    expect(notes.map(({ text, version }) => [text, version])).toEqual([
      ['Two rooms near the beach', 2],
    ])
    expect((await add(id, 'Two rooms')).code).toBe('PIPELINE_CARD_CHANGED')
  })

  it('records a tap once, moves the card to Contacted with its outcome, and sets the follow-up', async () => {
    const { agent, leadId } = await makeCard()
    const client = app.as(agent)
    const body = { id: randomUUID(), leadId, channel: 'call' }
    await client.call(recordContact, { body })
    await client.call(recordContact, { body })
    const outcome = (entered: object) =>
      client.call(setContactOutcome, { params: { id: body.id }, body: entered })
    expect((await outcome({ outcome: 'no-answer' })).data.outcome).toBe('no-answer')
    expect((await details(agent, leadId)).card).toMatchObject({ stage: 'new', followUp: null })
    expect((await outcome({ outcome: 'call-later' })).data.callLaterOn).toBeNull()
    const { card, contacts, moves } = await details(agent, leadId)
    expect(contacts).toHaveLength(1)
    expect(card).toMatchObject({
      stage: 'contacted',
      followUp: { on: '2031-05-11', time: null },
      lastContact: { channel: 'call', outcome: 'call-later' },
    })
    expect(moves).toMatchObject([{ to: 'contacted', cause: 'outcome' }])
  })

  it('records a tap that the browser stored offline at the time of the tap, but not before the purchase', async () => {
    const { agent, leadId } = await makeCard()
    await sql`update purchases set created_at = now() - interval '2 hours' where lead_id = ${leadId}`.execute(
      app.db,
    )
    const keep = (keptSeconds?: number) =>
      app.as(agent).call(recordContact, {
        body: { id: randomUUID(), leadId, channel: 'call', keptSeconds },
      })
    const minutesAgo = (at: string | null | undefined) =>
      Math.round((Date.now() - Date.parse(at ?? '')) / 60_000)
    const { data: kept } = await keep(3600)
    expect([minutesAgo(kept.tappedAt), minutesAgo(kept.receivedAt)]).toEqual([60, 0])
    for (const keptSeconds of [86_400, 10_000_000_000])
      expect(minutesAgo((await keep(keptSeconds)).data.tappedAt)).toBe(120)
    expect((await keep()).data.receivedAt).toBeNull()
    for (const keptSeconds of [-1, 0.5])
      expect((await keep(keptSeconds)).code).toBe('VALIDATION_FAILED')
  })

  it('keeps the follow-up of the agent until the agent enters the day on which the traveller wants a call', async () => {
    const { agent, leadId, params } = await makeCard()
    const client = app.as(agent)
    const agreed = { on: '2031-05-20', time: '16:30' }
    await client.call(setFollowUp, { params, body: { followUp: agreed } })
    const id = randomUUID()
    await client.call(recordContact, { body: { id, leadId, channel: 'call' } })
    const enter = (body: object) => client.call(setContactOutcome, { params: { id }, body })
    expect((await enter({ outcome: 'call-later' })).data.callLaterOn).toBeNull()
    expect((await details(agent, leadId)).card.followUp).toEqual(agreed)
    const later = { outcome: 'call-later', callLaterOn: '2031-05-14' }
    expect((await enter(later)).data.callLaterOn).toBe('2031-05-14')
    expect((await details(agent, leadId)).card.followUp).toEqual({ on: '2031-05-14', time: null })
  })

  it('accepts follow-ups from today to two years ahead', async () => {
    const { agent, params } = await makeCard()
    for (const on of ['2031-05-09', '2033-05-10', '2031-02-30']) {
      const body = { followUp: { on, time: null } }
      const answer = await app.as(agent).call(setFollowUp, { params, body })
      expect([answer.status, answer.code], on).toEqual([400, 'VALIDATION_FAILED'])
    }
  })

  it('counts and lists the follow-ups that are due', async () => {
    const { agent, leadId, params } = await makeCard()
    const other = await makePurchase(app.database, agent.id)
    const set = (id: string, on: string) =>
      app
        .as(agent)
        .call(setFollowUp, { params: { leadId: id }, body: { followUp: { on, time: null } } })
    await set(leadId, today)
    await set(other, '2031-05-13')
    await sql`update pipeline_cards set follow_up_on = '2031-05-01' where purchase_id =
      (select id from purchases where lead_id = ${leadId})`.execute(app.db)
    const { data } = await app.as(agent).call(getFollowUps)
    expect(data).toMatchObject({
      today,
      dueToday: 0,
      overdue: 1,
      upcoming: 1,
      cards: [{ leadId }],
    })
    const list = async (followUp: string) =>
      (await app.as(agent).call(listPipelineCards, { query: { followUp } })).data.docs.map(
        (card) => card.leadId,
      )
    expect(await list('due')).toEqual([leadId])
    expect(await list('upcoming')).toEqual([other])
    expect(await list('none')).toEqual([])
    await app.as(agent).call(setFollowUp, { params, body: { followUp: null } })
    expect(await list('none')).toEqual([leadId])
  })
})

it('gives an agent nothing of another one, by any ID', async () => {
  const { agent, leadId, params } = await makeCard()
  const client = app.as(agent)
  const noteId = randomUUID()
  const contactId = randomUUID()
  await client.call(addPurchaseNote, { body: { id: noteId, leadId, text: 'Secret' } })
  await client.call(recordContact, { body: { id: contactId, leadId, channel: 'call' } })
  const moved = await client.call(movePipelineCard, { params, body: { to: 'quoted', version: 0 } })
  const other = app.as(await makeAgent(app.db))
  const note = { params: { id: noteId } }
  const answers = [
    await other.call(getPipelineCard, { params }),
    await other.call(movePipelineCard, { params, body: { to: 'won', version: 1 } }),
    await other.call(undoPipelineMove, { params, body: { moveId: moved.data.moveId } }),
    await other.call(setFollowUp, { params, body: { followUp: null } }),
    await other.call(addPurchaseNote, { body: { id: randomUUID(), leadId, text: 'Mine' } }),
    await other.call(recordContact, { body: { id: randomUUID(), leadId, channel: 'call' } }),
    await other.call(editPurchaseNote, { ...note, body: { text: 'Changed', version: 1 } }),
    await other.call(deletePurchaseNote, note),
    await other.call(setContactOutcome, { params: { id: contactId }, body: { outcome: 'talked' } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(404))
  // Unknown ids get the same responses, so a response does not reveal which ids exist.
  const nothing = { params: { id: randomUUID() } }
  const unknown = [
    await other.call(getPipelineCard, { params: { leadId: randomUUID() } }),
    await other.call(editPurchaseNote, { ...nothing, body: { text: 'Changed', version: 1 } }),
    await other.call(setContactOutcome, { ...nothing, body: { outcome: 'talked' } }),
  ]
  expect(unknown.map(({ text }) => text)).toEqual(
    [answers[0], answers[6], answers[8]].map((answer) => answer?.text),
  )
  // The id of another agent's note cannot be used to read or replace that note.
  const mine = await makeCard()
  const taken = await app
    .as(mine.agent)
    .call(addPurchaseNote, { body: { id: noteId, leadId: mine.leadId, text: 'Mine' } })
  expect([taken.status, taken.text.includes('Secret')]).toEqual([400, false])
  const { notes, contacts } = await details(agent, leadId)
  expect([notes[0]?.text, contacts[0]?.outcome]).toEqual(['Secret', null])
  expect((await other.call(listPipelineCards)).data.totalDocs).toBe(0)
  expect((await other.call(getPipeline)).data.quoted.total).toBe(0)
})
