import type { Plan } from '@raahi/contract/plans'
import { useId } from 'react'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { Money } from '../../../ui/money.tsx'
import { orNa } from '../public/plan-labels.ts'
import { PlanActions, type PlanHandlers, PlanName } from './plan-actions.tsx'
import classes from './plan-cards.module.css'
import { planTerms } from './plan-terms.ts'

/** The plans as cards: one per row on phones, three on wide screens. The heads use three colours in rotation. */
export function PlanCards({ plans, ...handlers }: PlanHandlers & { plans: readonly Plan[] }) {
  return (
    <ul className={classes.grid} aria-label="Plans">
      {plans.map((plan) => (
        <PlanCard key={plan._id} plan={plan} {...handlers} />
      ))}
    </ul>
  )
}

function PlanCard({ plan, onOpen, onEdit, onDelete }: PlanHandlers & { plan: Plan }) {
  const nameId = useId()
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h3 className={classes.title}>
          <PlanName plan={plan} id={nameId} onOpen={onOpen} />
        </h3>
        <p className={classes.price}>
          <Money rupees={plan.price} />
        </p>
        <bdi className={classes.id}>{plan.planId}</bdi>
      </div>
      <div className={classes.body}>
        <p className={classes.description}>{orNa(plan.description)}</p>
        <DefinitionList items={planTerms(plan)} />
        <div className={classes.actions}>
          <PlanActions plan={plan} nameId={nameId} onEdit={onEdit} onDelete={onDelete} />
        </div>
      </div>
    </li>
  )
}
