import { randomUUID } from 'node:crypto'
import {
  deleteLeadCost,
  listLeadCosts,
  setLeadCost,
  updateLeadCost,
} from '../../contract/src/lead-costs.ts'
import { createPlan, deletePlan, updatePlan } from '../../contract/src/plans.ts'
import type { Office } from './office.ts'
import { paise, refusedOtherwise } from './sentences.ts'
import { planForm } from './world.ts'

/** Sets the price of a type of lead, by its type or its id, or takes one away that another stands in for. */
export async function changePrice({ client, admin, setsPrices }: Office): Promise<void> {
  if (!setsPrices) return
  const { dice, world } = client
  const prices = world.told.prices
  const price = dice.pick([0, 1, 40, 50, 50.5, 80, 123.45])
  if (dice.chance(0.5)) {
    const listed = await client.askAs(admin, listLeadCosts, {})
    const own = listed.data?.find(({ type }) => type !== 'both')
    if (!own) return
    if (dice.chance(0.5)) {
      const told = await client.askAs(admin, updateLeadCost, {
        params: { id: own._id },
        body: { price },
      })
      refusedOtherwise(client, 'updateLeadCost', told, [])
      prices.set(own.type, paise(price))
      return
    }
    const told = await client.askAs(admin, deleteLeadCost, { params: { id: own._id } })
    // The answer to the first try may have been lost.
    refusedOtherwise(
      client,
      'deleteLeadCost',
      told,
      told.unknowns > 0 ? ['LEAD_COST_NOT_FOUND'] : [],
    )
    prices.set(own.type, null)
    return
  }
  const type = dice.pick(['domestic', 'international', 'both'] as const)
  const told = await client.askAs(admin, setLeadCost, { body: { type, price } })
  refusedOtherwise(client, 'setLeadCost', told, [])
  prices.set(type, paise(price))
}

/** Adds a plan, or changes or deletes one that it has added, while others buy it. */
export async function changeCatalogue(office: Office): Promise<void> {
  const { client, admin, plans } = office
  const { dice, world } = client
  if (plans.length === 0 || dice.chance(0.4)) return addPlan(office)
  const id = dice.pick(plans)
  const facts = world.told.plans.get(id)
  if (!facts) return
  if (dice.chance(0.4)) {
    const told = await client.askAs(admin, deletePlan, { params: { id } })
    refusedOtherwise(client, 'deletePlan', told, told.unknowns > 0 ? ['PLAN_NOT_FOUND'] : [])
    facts.isDeleted = true
    plans.splice(plans.indexOf(id), 1)
    return
  }
  const price = dice.pick([0, 1, 99, 450.5, 800])
  const { planId: _, ...form } = planForm('', price, client)
  const told = await client.askAs(admin, updatePlan, {
    params: { id },
    body: { ...form, planName: 'Plan as it was changed' },
  })
  refusedOtherwise(client, 'updatePlan', told, [])
  if (told.code === null) facts.pricePaise = paise(price)
  const shown = world.plans.find(({ _id }) => _id === id)
  if (shown && dice.chance(0.7)) shown.price = price // Else others go on with what they saw before.
}

async function addPlan({ client, admin, plans }: Office): Promise<void> {
  const { dice, world } = client
  const price = dice.pick([0, 99, 450, 1200])
  const form = planForm(randomUUID(), price, client)
  const told = await client.askAs(admin, createPlan, { body: form })
  // Made by a try whose answer was lost: nobody here knows its id, and it is left alone.
  refusedOtherwise(client, 'createPlan', told, told.unknowns > 0 ? ['PLAN_ID_TAKEN'] : [])
  if (told.code !== null) return
  world.told.plans.set(told.data._id, { pricePaise: paise(price), isDeleted: false })
  plans.push(told.data._id)
  world.plans.push(told.data)
}
