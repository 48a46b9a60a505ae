import { Button, Tooltip } from '@mantine/core'
import { statusOf } from '@raahi/contract/lead-status'
import { type Lead, leadStates } from '@raahi/contract/leads'
import { stateAfter } from '@raahi/contract/states'
import { IconCircleCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './admin-leads.module.css'

/** The actions of an admin on a lead. */
export type AdminLeadHandlers = {
  onEdit: (lead: Lead) => void
  onMarkSold: (lead: Lead) => void
  onDelete: (lead: Lead) => void
}

type AdminLeadActionsProps = AdminLeadHandlers & {
  lead: Lead
  /** Id of the element that names the lead, because the buttons of all leads have the same labels. */
  nameId: string
  /** In a narrow table, icons replace the labels. */
  inTable?: boolean
}

/** Edit, Mark as sold and Delete. An action that the lead's state forbids is disabled. */
export function AdminLeadActions({
  lead,
  nameId,
  inTable = false,
  onEdit,
  onMarkSold,
  onDelete,
}: AdminLeadActionsProps) {
  const shared = { nameId, inTable }
  return (
    <>
      <Action
        {...shared}
        label="Edit"
        icon={<IconPencil size={18} aria-hidden />}
        disabled={stateAfter(leadStates, statusOf(lead), 'edit') === null}
        onClick={() => onEdit(lead)}
      />
      <Action
        {...shared}
        label="Mark as sold"
        icon={<IconCircleCheck size={18} aria-hidden />}
        disabled={stateAfter(leadStates, statusOf(lead), 'markSold') === null}
        onClick={() => onMarkSold(lead)}
      />
      <Action
        {...shared}
        label="Delete"
        icon={<IconTrash size={18} aria-hidden />}
        danger
        onClick={() => onDelete(lead)}
      />
    </>
  )
}

type ActionProps = {
  label: string
  icon: ReactNode
  nameId: string
  inTable: boolean
  danger?: boolean
  disabled?: boolean
  onClick: () => void
}

function Action({ label, icon, nameId, inTable, danger, disabled, onClick }: ActionProps) {
  if (!inTable) {
    return (
      <Button
        variant={danger ? 'outline' : 'default'}
        color={danger ? 'brick' : undefined}
        leftSection={icon}
        aria-describedby={nameId}
        disabled={disabled}
        onClick={onClick}
      >
        {label}
      </Button>
    )
  }
  return (
    <Tooltip label={label} position="left" withinPortal classNames={{ tooltip: classes.tip }}>
      <button
        type="button"
        className={classes.action}
        data-danger={danger || undefined}
        aria-describedby={nameId}
        disabled={disabled}
        onClick={onClick}
      >
        <span className={classes.actionIcon}>{icon}</span>
        <span className={classes.actionLabel}>{label}</span>
      </button>
    </Tooltip>
  )
}
