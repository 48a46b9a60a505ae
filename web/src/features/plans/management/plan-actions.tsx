import { Button } from '@mantine/core'
import type { Plan } from '@raahi/contract/plans'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import classes from './plan-management.module.css'

/** The actions of an admin on a plan. */
export type PlanHandlers = {
  /** Called when the name of the plan is pressed. */
  onOpen: (plan: Plan) => void
  onEdit: (plan: Plan) => void
  onDelete: (plan: Plan) => void
}

type PlanNameProps = Pick<PlanHandlers, 'onOpen'> & {
  plan: Plan
  /** Id of the name, which describes the buttons beside it: they have the same labels for all plans. */
  id: string
}

/** The name of a plan, which opens its details. */
export function PlanName({ plan, id, onOpen }: PlanNameProps) {
  return (
    <button
      type="button"
      id={id}
      className={classes.name}
      aria-haspopup="dialog"
      onClick={() => onOpen(plan)}
    >
      <bdi>{plan.planName}</bdi>
    </button>
  )
}

type PlanActionsProps = Pick<PlanHandlers, 'onEdit' | 'onDelete'> & {
  plan: Plan
  /** Id of the element that names the plan. */
  nameId: string
  size?: 'sm' | 'md'
}

/** Edit and Delete. */
export function PlanActions({ plan, nameId, size = 'md', onEdit, onDelete }: PlanActionsProps) {
  return (
    <>
      <Button
        variant="default"
        size={size}
        aria-describedby={nameId}
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => onEdit(plan)}
      >
        Edit
      </Button>
      <Button
        variant="outline"
        color="brick"
        size={size}
        aria-describedby={nameId}
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => onDelete(plan)}
      >
        Delete
      </Button>
    </>
  )
}
