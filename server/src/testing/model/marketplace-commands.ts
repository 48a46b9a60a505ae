import {
  deleteLeadCost,
  type LeadCostType,
  listLeadCosts,
  setLeadCost,
} from '@raahi/contract/lead-costs'
import { createLead, deleteLead, type LeadType, updateLead } from '@raahi/contract/leads'
import { rupeesFromPaise } from '@raahi/contract/money'
import { buyLead, type PayWay } from '@raahi/contract/purchases'
import { rechargeWallet } from '@raahi/contract/wallets'
import fc from 'fast-check'
import { expect } from 'vitest'
import { command, leadAt } from './command.ts'
import { planFor, priceOf, refusalOf } from './marketplace-model.ts'
import { assignPlan, decideRequest, requestReplacement } from './replacement-commands.ts'

let sequence = 0

/** The form of a lead. Each lead has a different contact, so that no check proves a replacement request. */
function form(name: string, leadType: LeadType) {
  sequence += 1
  return {
    name,
    phone: `9${String(sequence).padStart(9, '0')}`,
    email: `traveller${sequence}@example.com`,
    city: 'Pune',
    destination: 'Goa',
    leadType,
  }
}

const recharge = (agent: number, paise: number) =>
  command(`recharge(agent ${agent}, ${paise} paise)`, async (model, { app, admin, agents }) => {
    const answer = await app.as(admin).call(rechargeWallet, {
      body: { userId: agents[agent]?.id, amount: rupeesFromPaise(paise) },
    })
    model.wallets[agent] = (model.wallets[agent] ?? 0) + paise
    expect(answer.data.wallet).toBe(rupeesFromPaise(model.wallets[agent]))
  })

const create = (type: LeadType) =>
  command(`create(${type})`, async (model, { app, admin, leads }) => {
    const name = `Traveller ${model.leads.length}`
    const answer = await app.as(admin).call(createLead, { body: form(name, type) })
    expect(answer.status).toBe(201)
    leads.push(answer.data._id)
    model.leads.push({
      type,
      name,
      isDeleted: false,
      soldTo: null,
      paid: null,
      paidBy: null,
      requests: [],
    })
  })

const edit = (place: number, type: LeadType) =>
  command(`edit(lead ${place}, ${type})`, async (model, real) => {
    const found = leadAt(model, real, place)
    if (!found) return
    const { app, admin } = real
    const answer = await app.as(admin).call(updateLead, {
      params: { id: found.id },
      body: form(`${found.lead.name}'`, type),
    })
    if (found.lead.isDeleted) expect(answer.code).toBe('LEAD_NOT_FOUND')
    else if (found.lead.soldTo !== null) expect(answer.code).toBe('LEAD_ALREADY_SOLD')
    else {
      expect(answer.data).toMatchObject({ name: `${found.lead.name}'`, leadType: type })
      found.lead.name += "'"
      found.lead.type = type
    }
  })

const markSold = (place: number) =>
  command(`markSold(lead ${place})`, async (model, real) => {
    const found = leadAt(model, real, place)
    if (!found) return
    const answer = await real.app.as(real.admin).call(updateLead, {
      params: { id: found.id },
      body: { satatus: 'sold' },
    })
    if (found.lead.isDeleted) expect(answer.code).toBe('LEAD_NOT_FOUND')
    else if (found.lead.soldTo !== null) expect(answer.code).toBe('LEAD_ALREADY_SOLD')
    else {
      expect(answer.data.satatus).toBe('sold')
      found.lead.soldTo = 'outside'
    }
  })

const remove = (place: number) =>
  command(`delete(lead ${place})`, async (model, real) => {
    const found = leadAt(model, real, place)
    if (!found) return
    const answer = await real.app.as(real.admin).call(deleteLead, { params: { id: found.id } })
    if (found.lead.isDeleted) expect(answer.code).toBe('LEAD_NOT_FOUND')
    else expect(answer.status).toBe(200)
    found.lead.isDeleted = true
  })

const setPrice = (type: LeadCostType, paise: number) =>
  command(`setPrice(${type}, ${paise} paise)`, async (model, { app, admin }) => {
    const body = { type, price: rupeesFromPaise(paise) }
    const answer = await app.as(admin).call(setLeadCost, { body })
    expect(answer.data).toMatchObject(body)
    model.prices[type] = paise
  })

const deletePrice = (type: LeadCostType) =>
  command(`deletePrice(${type})`, async (model, { app, admin }) => {
    const costs = await app.as(admin).call(listLeadCosts)
    const cost = costs.data.find((one) => one.type === type)
    expect(cost !== undefined).toBe(model.prices[type] !== undefined)
    if (!cost) return
    await app.as(admin).call(deleteLeadCost, { params: { id: cost._id } })
    delete model.prices[type]
  })

interface Confirmed {
  /** The expected price in the request: the present one, a different one, or none. */
  price: 'present' | 'stale' | 'none'
  payWith?: PayWay | undefined
}

const buy = (agent: number, place: number, { price: shown, payWith }: Confirmed, key: string) =>
  command(`buy(agent ${agent}, lead ${place}, ${shown}, ${payWith})`, async (model, real) => {
    const found = leadAt(model, real, place)
    const buyer = real.agents[agent]
    if (!found || !buyer) return
    const price = priceOf(model, found.lead.type)
    const expected = shown === 'none' ? undefined : (price ?? 0) + (shown === 'stale' ? 1 : 0)
    const answer = await real.app.as(buyer).call(buyLead, {
      body: {
        leadId: found.id,
        ...(expected !== undefined && { expectedCost: rupeesFromPaise(expected) }),
        ...(payWith && { payWith }),
      },
      headers: { 'idempotency-key': key },
    })
    const purchase = { agent, lead: found.lead, expected, payWith }
    const refusal = refusalOf(model, purchase)
    expect(answer.code ?? null).toBe(refusal)
    if (refusal !== null || price === undefined) return
    const plan = planFor(model, purchase)
    const paid = plan ? 0 : price
    const wallet = (model.wallets[agent] ?? 0) - paid
    model.wallets[agent] = wallet
    if (plan) plan.leadsLeft -= 1
    const leadsLeft = plan?.leadsLeft
    Object.assign(found.lead, { soldTo: agent, paid, paidBy: plan ?? null })
    expect(answer.data).toMatchObject({
      cost: rupeesFromPaise(paid),
      paidWith: plan ? 'plan' : 'wallet',
      wallet: rupeesFromPaise(wallet),
    })
    expect(answer.data.subscription?.leadsLeft).toBe(leadsLeft)
    if (expected !== undefined) {
      model.bought.push({ agent, lead: found.at, key, expected, payWith, wallet, leadsLeft })
    }
  })

const buyAgain = (place: number) =>
  command(`send purchase ${place} again`, async (model, { app, agents, leads }) => {
    const earlier = model.bought[place % Math.max(1, model.bought.length)]
    const buyer = earlier && agents[earlier.agent]
    if (!earlier || !buyer) return
    const answer = await app.as(buyer).call(buyLead, {
      body: {
        leadId: leads[earlier.lead],
        expectedCost: rupeesFromPaise(earlier.expected),
        ...(earlier.payWith && { payWith: earlier.payWith }),
      },
      headers: { 'idempotency-key': earlier.key },
    })
    expect(answer.headers['idempotency-replayed']).toBe('true')
    expect(answer.data.wallet).toBe(rupeesFromPaise(earlier.wallet))
    expect(answer.data.subscription?.leadsLeft).toBe(earlier.leadsLeft)
  })

/** The commands that set up a marketplace: prices, money, leads, and a purchase by each agent. */
export function openingCommands(agents: number) {
  const each = Array.from({ length: agents }, (_, at) => at)
  return [
    setPrice('domestic', 5050),
    setPrice('both', 4000),
    ...each.map((agent) => recharge(agent, 30_000)),
    ...each.flatMap(() => [create('domestic'), create('international')]),
    ...each.map((agent) => buy(agent, agent, { price: 'present' }, `opening-${agent}`)),
  ]
}

/** Random sequences of actions of agents and admins. */
export function marketplaceCommands(agents: number, longest: number) {
  const agent = fc.nat({ max: agents - 1 })
  const place = fc.nat({ max: 30 })
  const leadType = fc.constantFrom<LeadType>('domestic', 'international')
  const costType = fc.constantFrom<LeadCostType>('domestic', 'international', 'both')
  const price = fc.constantFrom(0, 1, 4000, 5000, 5050, 12_345)
  const purchase = fc
    .tuple(
      agent,
      place,
      fc.record({
        price: fc.constantFrom<Confirmed['price']>('present', 'present', 'stale', 'none'),
        payWith: fc.constantFrom<PayWay | undefined>(undefined, undefined, 'plan', 'wallet'),
      }),
      fc.uuid(),
    )
    .map(([who, what, confirmed, key]) => buy(who, what, confirmed, key))
  return fc.commands(
    [
      fc
        .tuple(agent, fc.integer({ min: 1, max: 30_000 }))
        .map(([who, paise]) => recharge(who, paise)),
      leadType.map(create),
      leadType.map(create),
      fc.tuple(place, leadType).map(([what, type]) => edit(what, type)),
      place.map(markSold),
      place.map(remove),
      fc.tuple(costType, price).map(([type, paise]) => setPrice(type, paise)),
      costType.map(deletePrice),
      purchase,
      purchase,
      purchase,
      place.map(buyAgain),
      fc.tuple(agent, place).map(([who, what]) => requestReplacement(who, what)),
      place.map((what) => requestReplacement('buyer', what)),
      place.map((what) => requestReplacement('buyer', what)),
      fc
        .tuple(place, fc.constantFrom('approved' as const, 'rejected' as const))
        .map(([what, action]) => decideRequest(what, action)),
      place.map((what) => decideRequest(what, 'rejected')),
      fc
        .tuple(agent, fc.constantFrom('paid' as const, 'free' as const))
        .map(([who, plan]) => assignPlan(who, plan)),
    ],
    { maxCommands: longest, size: 'max' },
  )
}
