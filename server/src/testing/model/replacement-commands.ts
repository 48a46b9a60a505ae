import { rupeesFromPaise } from '@raahi/contract/money'
import { addUsersPlanByAdmin } from '@raahi/contract/plans'
import { approveLeadReplacement, requestLeadReplacement } from '@raahi/contract/replacements'
import { expect } from 'vitest'
import { command, leadAt } from './command.ts'
import { type ModelLead, planTerms, requestRefusal } from './marketplace-model.ts'

/** @param who the position of an agent, who need not be the buyer; or the buyer, if the lead has one */
export const requestReplacement = (who: number | 'buyer', place: number) =>
  command(`requestReplacement(agent ${who}, lead ${place})`, async (model, real) => {
    const among =
      who === 'buyer' ? ({ soldTo }: ModelLead) => typeof soldTo === 'number' : undefined
    const found = leadAt(model, real, place, among)
    const agent = who === 'buyer' ? found?.lead.soldTo : who
    const asking = typeof agent === 'number' ? real.agents[agent] : undefined
    if (!found || !asking || typeof agent !== 'number') return
    const body = { leadId: found.id, reason: 'Unreachable' }
    const answer = await real.app.as(asking).call(requestLeadReplacement, { body })
    const refusal = requestRefusal(agent, found.lead)
    expect(answer.code ?? null).toBe(refusal)
    if (refusal !== null) return
    found.lead.requests.push('pending')
    real.requests.set(found.at, answer.data._id)
    expect(answer.data).toMatchObject({
      attempt: found.lead.requests.length,
      approvalReturns: found.lead.paidBy
        ? { to: 'plan', amount: null }
        : { to: 'wallet', amount: rupeesFromPaise(found.lead.paid ?? -1) },
    })
  })

export const decideRequest = (place: number, action: 'approved' | 'rejected') =>
  command(`decide(lead ${place}, ${action})`, async (model, real) => {
    const found = leadAt(model, real, place, ({ requests }) => requests.length > 0)
    const requestId = found && real.requests.get(found.at)
    if (!found || !requestId) return
    const body = { requestId, action }
    const answer = await real.app.as(real.admin).call(approveLeadReplacement, { body })
    if (found.lead.requests.at(-1) !== 'pending') {
      expect(answer.code).toBe('REPLACEMENT_ALREADY_DECIDED')
      return
    }
    expect(answer.data.status).toBe(action)
    found.lead.requests[found.lead.requests.length - 1] = action
    const { soldTo, paid, paidBy } = found.lead
    if (action === 'approved' && paidBy) paidBy.leadsLeft += 1
    else if (action === 'approved' && typeof soldTo === 'number') {
      model.wallets[soldTo] = (model.wallets[soldTo] ?? 0) + (paid ?? 0)
    }
  })

export const assignPlan = (agent: number, plan: 'paid' | 'free') =>
  command(`assignPlan(agent ${agent}, ${plan})`, async (model, { app, admin, agents, plans }) => {
    const body = { userId: agents[agent]?.id, planId: plans[plan] }
    const answer = await app.as(admin).call(addUsersPlanByAdmin, { body })
    const own = model.plans[agent]
    if (plan === 'free' && own?.some(({ kind }) => kind === 'free')) {
      expect(answer.code).toBe('FREE_PLAN_ALREADY_GRANTED')
      return
    }
    expect(answer.data.status).toBe(true)
    own?.push({ kind: plan, leadsLeft: planTerms[plan].quota })
  })
