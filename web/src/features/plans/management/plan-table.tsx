import type { Plan } from '@raahi/contract/plans'
import { useId } from 'react'
import { formatCount } from '../../../lib/counts.ts'
import { Money } from '../../../ui/money.tsx'
import { daysText, leadsText, orNa, planTypeShort } from '../public/plan-labels.ts'
import { PlanActions, type PlanHandlers, PlanName } from './plan-actions.tsx'
import classes from './plan-management.module.css'

/**
 * The plans as a table, for 768 px and more. If it is narrow, values without a column are below the plan's name.
 */
export function PlanTable({ plans, ...handlers }: PlanHandlers & { plans: readonly Plan[] }) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-labelledby="plans">
        <thead>
          <tr>
            <th scope="col">Plan ID</th>
            <th scope="col">Plan Name</th>
            <th scope="col" className={classes.figure}>
              Price
            </th>
            <th scope="col" className={classes.wide}>
              Description
            </th>
            <th scope="col" className={`${classes.wide} ${classes.figure}`}>
              Validity
            </th>
            <th scope="col" className={classes.wide}>
              Plan Type
            </th>
            <th scope="col" className={`${classes.wide} ${classes.figure}`}>
              No. Of Leads
            </th>
            <th scope="col" className={classes.actionsHead}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <PlanRow key={plan._id} plan={plan} {...handlers} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function PlanRow({ plan, onOpen, onEdit, onDelete }: PlanHandlers & { plan: Plan }) {
  const nameId = useId()
  const { validity, planType, numberOfLeads } = plan
  return (
    <tr>
      <td>
        <bdi className={classes.id}>{plan.planId}</bdi>
      </td>
      <th scope="row">
        <PlanName plan={plan} id={nameId} onOpen={onOpen} />
        <span className={classes.narrow}>
          {planTypeShort[planType]} · {leadsText(numberOfLeads)} · {daysText(validity)}
        </span>
        {plan.description && (
          <span className={`${classes.narrow} ${classes.clamped}`}>{plan.description}</span>
        )}
      </th>
      <td className={classes.figure}>
        <Money rupees={plan.price} />
      </td>
      <td className={`${classes.wide} ${classes.quiet}`}>
        <span className={classes.clamped}>{orNa(plan.description)}</span>
      </td>
      <td className={`${classes.wide} ${classes.figure}`}>{daysText(validity)}</td>
      <td className={classes.wide}>{planTypeShort[planType]}</td>
      <td className={`${classes.wide} ${classes.figure}`}>{formatCount(numberOfLeads)}</td>
      <td>
        <div className={classes.rowActions}>
          <PlanActions plan={plan} nameId={nameId} size="sm" onEdit={onEdit} onDelete={onDelete} />
        </div>
      </td>
    </tr>
  )
}
