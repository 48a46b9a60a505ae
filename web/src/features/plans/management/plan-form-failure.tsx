import { errorMessage, errorWithReason, isRefusal } from '../../../lib/api-error.ts'
import type { PlanChange } from './plan-changes.ts'
import classes from './plan-management.module.css'

type PlanFormFailureProps = {
  error: unknown
  editing: boolean
  /** The fields that another admin changed while the form was open. */
  changes: readonly PlanChange[]
}

/** The reason why a plan was not saved. */
export function PlanFormFailure({ error, editing, changes }: PlanFormFailureProps) {
  if (!editing) return <>{errorWithReason(error, 'Failed to create plan.')}</>
  if (isRefusal(error, 'PLAN_NOT_FOUND')) {
    return <>Invalid plan ID. Someone else has deleted this plan in the meantime.</>
  }
  if (!isRefusal(error, 'PLAN_CHANGED')) {
    return <>{errorWithReason(error, 'Failed to update plan. Please try again.')}</>
  }
  return (
    <>
      {errorMessage(error, 'Failed to update plan. Please try again.')}
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map(({ label, from, to }) => (
            <li key={label}>
              {label}: <bdi>{from}</bdi> became <bdi>{to}</bdi>
            </li>
          ))}
        </ul>
      )}
      Check the changes, then press Update Plan again to save yours instead.
    </>
  )
}
