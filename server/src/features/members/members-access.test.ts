import { randomUUID } from 'node:crypto'
import type { EndpointSpec } from '@raahi/contract/endpoint'
import { endpoints } from '@raahi/contract/endpoints'
import { listLeads } from '@raahi/contract/leads'
import { assignLeads } from '@raahi/contract/members'
import { addPurchaseNote } from '@raahi/contract/purchase-notes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccessCalls } from '../../testing/access/access-calls.ts'
import { areas } from '../../testing/access/areas.ts'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLead,
  makeMember,
  makePlan,
} from '../../testing/factories.ts'
import { followEvents } from '../../testing/follow-events.ts'
import { openGateway } from '../../testing/gateway.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { untilJobsDone } from '../../testing/mails.ts'
import { createTestApp, type TestApp, type TestInput } from '../../testing/test-app.ts'

/** What a member with the role `caller` may call. It is not read from the contract, which it checks. */
const callerCalls = new Set(
  `me getUserById updateUser updateImageOfUser changeOwnPassword listOwnSessions endOwnSession endOwnSessions
  resendConfirmation getLeadPreferences setLeadPreferences listMessageTemplates listQuoteTemplates getQuoteTemplate
  getAgencyLogo followLeadEvents getPipeline getPipelineColumn listPipelineCards getFollowUps getUserLead listPurchases markRoleShown
  getPipelineCard movePipelineCard undoPipelineMove setFollowUp addPurchaseNote editPurchaseNote deletePurchaseNote
  recordContact setContactOutcome answerCallReport getPurchaseQuote openQuoteDraft getQuote getLastQuote saveQuoteDraft
  discardQuoteDraft sendQuote createQuoteLink mailQuote withdrawQuote getQuoteVersion getQuotePdf`.split(
    /\s+/,
  ),
)

/** Of these, the calls about one lead: they know only leads that are assigned to the caller. */
const callsOfOneLead = new Set([...callerCalls].slice([...callerCalls].indexOf('getPipelineCard')))

/** What a buyer may call besides. Only the owner makes the other calls of agents. */
const buyerCalls = new Set(
  `listLeads getLead listLeadSuggestions listLeadCosts getLeadOdds listPlans getAllPlansOfUser getOwnKyc
  buyLead getPurchaseFigures exportPurchases exportPipeline getPipelineWorth getPipelineSettings setPipelineSettings
  setMessageTemplate createQuoteTemplate updateQuoteTemplate deleteQuoteTemplate listSavedSearches createSavedSearch
  updateSavedSearch deleteSavedSearch markSavedSearchSeen getAlertSettings setAlertSettings getPushAlerts addPushDevice
  removePushDevice sendTestAlert listAutomaticBuying listSkippedLeads requestLeadReplacement getReturnRate
  getReplacementRequestOfUserById addRequestPicture removeRequestPicture getRequestPicture listMemberNames assignLeads`.split(
    /\s+/,
  ),
)

/** Calls that change a record of its author; the records of the requests are those of the owner. */
const callsOfAuthor = new Set(['editPurchaseNote', 'deletePurchaseNote', 'setContactOutcome'])

/** Calls about the own account, whose request names the owner. */
const callsOfOnePerson = new Set([
  'getUserById',
  'updateUser',
  'endOwnSession',
  'removePushDevice',
  'sendTestAlert',
])

const statuses = Object.assign({}, ...areas.map((area) => area.statuses)) as AccessCalls['statuses']
const requests = Object.assign({}, ...areas.map((area) => area.requests)) as AccessCalls['requests']

const callsOfAgents = endpoints.filter(({ access }) => access === 'agent' || access === 'signed-in')

/** Amounts and names that no caller may learn. */
const price = 777_19
const balance = 93_331_27
const planName = 'Secret Plan 41'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await makeAdmin(app.db)
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  await openGateway(app).behave({ webhooks: 'drop' })
})
afterAll(() => app.close())

async function createAgency() {
  const { db, database } = app
  const owner = await makeAgent(db)
  await giveMoney(database, owner.id, balance)
  await givePlan(database, owner.id, await makePlan(db, { name: planName, type: 'domestic' }))
  await setLeadPrice(db, 'both', price)
  return {
    owner,
    member: (role: 'buyer' | 'caller') => makeMember(db, owner, { agent_role: role }),
  }
}

const inputOf = async (spec: EndpointSpec, owner: MadeUser): Promise<TestInput> =>
  (await requests[spec.name]?.(app, owner)) ?? {}

const okStatus = (spec: EndpointSpec) => Number((statuses[spec.name] ?? '').trim().split(/\s+/)[6])

describe.each(callsOfAgents)('$name', (spec) => {
  const { name } = spec

  it('answers each role of the agency, and no suspended member', async () => {
    await untilJobsDone(app.database)
    const { owner, member } = await createAgency()
    const buyer = await member('buyer')
    const caller = await member('caller')
    const suspended = await makeMember(app.db, owner, {
      agent_role: 'buyer',
      member_suspended_at: new Date(),
    })
    const isOwn = callsOfOnePerson.has(name)
    const answerOf = async (user: MadeUser) => app.as(user).call(spec, await inputOf(spec, owner))
    expect((await answerOf(suspended)).code).toBe('UNAUTHENTICATED')

    const forCaller = await answerOf(caller)
    if (!callerCalls.has(name)) expect(forCaller.code, 'caller').toBe('FORBIDDEN')
    else if (callsOfOneLead.has(name) || isOwn) expect(forCaller.status, 'caller').toBe(404)
    else if (name !== 'resendConfirmation') expect(forCaller.status).toBe(okStatus(spec))

    const forBuyer = await answerOf(buyer)
    const mayBuyerCall = callerCalls.has(name) || buyerCalls.has(name)
    if (!mayBuyerCall) expect(forBuyer.code, 'buyer').toBe('FORBIDDEN')
    else if (isOwn) expect(forBuyer.status, 'buyer').toBe(404)
    else if (callsOfAuthor.has(name)) expect(forBuyer.code, 'buyer').toBe('FORBIDDEN')
    else if (name !== 'resendConfirmation') expect(forBuyer.status).toBe(okStatus(spec))
  })
})

describe.each(callsOfAgents.filter(({ name }) => callerCalls.has(name)))('$name', (spec) => {
  const { name } = spec

  it('tells a caller nothing about money and other leads', async () => {
    const { owner, member } = await createAgency()
    const caller = await member('caller')
    const other = await makeLead(app.db, { name: 'Unassigned Traveller', phone: '+919812345670' })
    await app.as(owner).call(buy, { body: { leadId: other } })
    // The records of the request are made for the owner, and then assigned.
    const input = await inputOf(spec, callsOfOnePerson.has(name) ? caller : owner)
    await app.db
      .updateTable('purchases')
      .set({ assigned_to: caller.id })
      .where('user_id', '=', owner.id)
      .where('lead_id', '<>', other)
      .execute()
    if (callsOfAuthor.has(name)) {
      for (const table of ['purchase_notes', 'contact_attempts'] as const) {
        const byCaller = app.db.updateTable(table).set({ by_user_id: caller.id })
        await byCaller.where('by_user_id', '=', owner.id).execute()
      }
    }
    const { status, text } = await app.as(caller).call(spec, input)
    if (name !== 'resendConfirmation') expect(status, text).toBe(okStatus(spec))
    for (const secret of ['777.19', '77719', '93331.27', '9333127', planName, 'Unassigned']) {
      expect(text).not.toContain(secret)
    }
  })
})

const buy = endpoints.find(({ name }) => name === 'buyLead') as EndpointSpec

it('streams to a caller only that its assigned leads changed, also when the founder is the caller', async () => {
  const { owner, member } = await createAgency()
  const next = await member('buyer')
  const caller = await member('caller')
  await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ agent_role: 'caller' }).where('id', '=', owner.id).execute()
    await tx.updateTable('users').set({ agent_role: 'owner' }).where('id', '=', next.id).execute()
  })
  const after = (await app.as(next).call(listLeads)).data.eventId
  const [streams, ofOwner] = [
    await Promise.all([owner, caller].map((user) => followEvents(app, user, after))),
    await followEvents(app, next, after),
  ]
  const [ofFounder, ofCaller] = streams
  const buyOne = async () => {
    const leadId = await makeLead(app.db, { name: 'Unassigned Traveller' })
    expect((await app.as(next).call(buy, { body: { leadId } })).status).toBe(200)
    return leadId
  }
  const [mine, other] = [await buyOne(), await buyOne()]
  await setLeadPrice(app.db, 'both', price + 100)
  await givePlan(app.database, owner.id, await makePlan(app.db, { name: planName }))
  const assign = (leadId: string, memberId: string | null) =>
    app.as(next).call(assignLeads, { body: { leadIds: [leadId], memberId } })
  const note = (leadId: string) =>
    app.as(next).call(addPurchaseNote, { body: { id: randomUUID(), leadId, text: 'Wants a pool' } })
  const cardsOf = (stream: typeof ofOwner | undefined) =>
    stream?.events.flatMap(({ event }) => (event.changedCards ? [event.changedCards] : [])) ?? []
  await note(other)
  await assign(mine, caller.id)
  await ofCaller?.until((stream) => cardsOf(stream).flat().includes(mine))
  await assign(mine, owner.id)
  await ofCaller?.until((stream) => cardsOf(stream).at(-1)?.length === 0)
  await ofFounder?.until((stream) => cardsOf(stream).flat().includes(mine))
  await ofOwner.until((stream) => cardsOf(stream).flat().includes(other))
  for (const part of ['prices', 'account', 'leads'] as const) {
    await ofOwner.until(({ events }) => events.some(({ event }) => event[part]))
  }
  for (const stream of streams) {
    expect(new Set(cardsOf(stream).flat())).toEqual(new Set([mine]))
    for (const { event } of stream.events) {
      expect(Object.keys(event).filter((key) => key !== 'changedCards')).toEqual([])
    }
    stream.close()
  }
  ofOwner.close()
})

it('lets no member of another agency in', async () => {
  const { owner } = await createAgency()
  const foreign = await createAgency()
  for (const role of ['buyer', 'caller'] as const) {
    const member = await foreign.member(role)
    for (const spec of callsOfAgents.filter(({ name }) => callsOfOneLead.has(name))) {
      const { status } = await app.as(member).call(spec, await inputOf(spec, owner))
      expect(status, `${role} ${spec.name}`).toBe(404)
    }
  }
})
