import { ActionIcon, Menu } from '@mantine/core'
import { statusOf } from '@raahi/contract/lead-status'
import { type Lead, leadStates } from '@raahi/contract/leads'
import { stateAfter } from '@raahi/contract/states'
import { IconCircleCheck, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'

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
  /** On narrow screens the actions are in a menu. */
  inMenu: boolean
}

/** Edit, Mark as sold and Delete. An action that the lead's state forbids is disabled. */
export function AdminLeadActions({ inMenu, ...of }: AdminLeadActionsProps) {
  if (inMenu) return <ActionMenu actions={actionsOf(of)} nameId={of.nameId} />
  return actionsOf(of).map(({ label, Icon, disabled, isDanger, act }) => (
    <ActionIcon
      key={label}
      variant="default"
      size={36}
      c={isDanger && !disabled ? 'var(--raahi-danger-text)' : undefined}
      aria-label={label}
      title={label}
      aria-describedby={of.nameId}
      disabled={disabled}
      onClick={act}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  ))
}

function actionsOf({
  lead,
  onEdit,
  onMarkSold,
  onDelete,
}: Omit<AdminLeadActionsProps, 'nameId' | 'inMenu'>) {
  const status = statusOf(lead)
  return [
    {
      label: 'Edit',
      Icon: IconPencil,
      disabled: stateAfter(leadStates, status, 'edit') === null,
      isDanger: false,
      act: () => onEdit(lead),
    },
    {
      label: 'Mark as sold',
      Icon: IconCircleCheck,
      disabled: stateAfter(leadStates, status, 'markSold') === null,
      isDanger: false,
      act: () => onMarkSold(lead),
    },
    {
      label: 'Delete',
      Icon: IconTrash,
      disabled: false,
      isDanger: true,
      act: () => onDelete(lead),
    },
  ]
}

function ActionMenu({
  actions,
  nameId,
}: {
  actions: ReturnType<typeof actionsOf>
  nameId: string
}) {
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          ref={trigger}
          variant="default"
          size={36}
          aria-label="Actions"
          aria-describedby={nameId}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, Icon, disabled, isDanger, act }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
            color={isDanger ? 'brick' : undefined}
            disabled={disabled}
            onClick={() => {
              // A dialog returns the focus to the element that has it when the dialog opens.
              trigger.current?.focus()
              act()
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
