import { randomUUID } from 'node:crypto'
import {
  deleteLeadCost,
  listLeadCosts,
  setLeadCost,
  updateLeadCost,
} from '../../contract/src/lead-costs.ts'
import { createPlan, deletePlan, updatePlan } from '../../contract/src/plans.ts'
import type { AdminSession } from './admin-session.ts'
import { checkResponseCode, paise } from './check-response.ts'
import { planForm } from './run-state.ts'

/** Sets the price of a lead type, by type or by id, or deletes a price for which the common price applies. */
export async function changePrice({ client, admin, setsPrices }: AdminSession): Promise<void> {
  if (!setsPrices) return
  const { random, state } = client
  const prices = state.expected.prices
  const price = random.pick([0, 1, 40, 50, 50.5, 80, 123.45])
  if (random.chance(0.5)) {
    const listed = await client.sendAs(admin, listLeadCosts, {})
    const own = listed.data?.find(({ type }) => type !== 'both')
    if (!own) return
    if (random.chance(0.5)) {
      const response = await client.sendAs(admin, updateLeadCost, {
        params: { id: own._id },
        body: { price },
      })
      checkResponseCode(client, 'updateLeadCost', response, [])
      prices.set(own.type, paise(price))
      return
    }
    const response = await client.sendAs(admin, deleteLeadCost, { params: { id: own._id } })
    // An earlier attempt may have succeeded although its response was lost.
    checkResponseCode(
      client,
      'deleteLeadCost',
      response,
      response.unknownOutcomes > 0 ? ['LEAD_COST_NOT_FOUND'] : [],
    )
    prices.set(own.type, null)
    return
  }
  const type = random.pick(['domestic', 'international', 'both'] as const)
  const response = await client.sendAs(admin, setLeadCost, { body: { type, price } })
  checkResponseCode(client, 'setLeadCost', response, [])
  prices.set(type, paise(price))
}

/** Adds a plan, or changes or deletes one that this admin added, while agents buy it. */
export async function changeCatalogue(session: AdminSession): Promise<void> {
  const { client, admin, plans } = session
  const { random, state } = client
  if (plans.length === 0 || random.chance(0.4)) return addPlan(session)
  const id = random.pick(plans)
  const expected = state.expected.plans.get(id)
  if (!expected) return
  if (random.chance(0.4)) {
    const response = await client.sendAs(admin, deletePlan, { params: { id } })
    checkResponseCode(
      client,
      'deletePlan',
      response,
      response.unknownOutcomes > 0 ? ['PLAN_NOT_FOUND'] : [],
    )
    expected.isDeleted = true
    plans.splice(plans.indexOf(id), 1)
    return
  }
  const price = random.pick([0, 1, 99, 450.5, 800])
  const { planId: _, ...form } = planForm('', price, client)
  const response = await client.sendAs(admin, updatePlan, {
    params: { id },
    body: { ...form, planName: 'Plan as it was changed' },
  })
  checkResponseCode(client, 'updatePlan', response, [])
  if (response.code === null) expected.pricePaise = paise(price)
  const shown = state.plans.find(({ _id }) => _id === id)
  if (shown && random.chance(0.7)) shown.price = price // Otherwise the agents continue with the old price.
}

async function addPlan({ client, admin, plans }: AdminSession): Promise<void> {
  const { random, state } = client
  const price = random.pick([0, 99, 450, 1200])
  const form = planForm(randomUUID(), price, client)
  const response = await client.sendAs(admin, createPlan, { body: form })
  // After a lost response the id of the created plan is unknown, so the plan is never changed.
  checkResponseCode(
    client,
    'createPlan',
    response,
    response.unknownOutcomes > 0 ? ['PLAN_ID_TAKEN'] : [],
  )
  if (response.code !== null) return
  state.expected.plans.set(response.data._id, { pricePaise: paise(price), isDeleted: false })
  plans.push(response.data._id)
  state.plans.push(response.data)
}
